import { accountItems, useAccountItem } from '@/admin/kit/account/account-items';

type Texts = Readonly<Record<string, string>>;

/**
 * Drafts of typed texts, kept by the account, so that a failure, a reload or another browser does not lose
 * them.
 */
export function useDraftTexts(key: string) {
  const texts = textsIn(useAccountItem('draft', key));
  const set = (name: string, text: string | undefined) => {
    const { [name]: _old, ...others } = read(key);
    const next = text === undefined ? others : { ...others, [name]: text };
    accountItems.set('draft', key, Object.keys(next).length === 0 ? undefined : next);
  };
  /** Removes a draft after its save, unless it was edited meanwhile. Returns whether it did. */
  const discard = (name: string, saved: string): boolean => {
    const isSaved = read(key)[name] === saved;
    if (isSaved) set(name, undefined);
    return isSaved;
  };
  return { texts, set, discard };
}

const read = (key: string): Texts => textsIn(accountItems.store.get().draft[key]);

const noTexts: Texts = {};
const textsIn = (value: unknown): Texts => (isTexts(value) ? value : noTexts);

const isTexts = (value: unknown): value is Texts =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((text) => typeof text === 'string');
