import { isLanguage, type Language } from '../../i18n/language';
import { localStore } from '../../ui/storage';

export type Offer = Exclude<Language, 'en'>;

const key = 'lang-offer';

/** The language of the site that a browser's reader would rather have; undefined where it is English. */
export function offerFor(accepted: readonly string[]): Offer | undefined {
  const known = accepted.map((tag) => tag.toLowerCase().split('-')[0]).find(isLanguage);
  return isOffer(known) ? known : undefined;
}

/**
 * What to offer on this page: made on the first page of a reader who chose nothing, and kept over the
 * next ones until it is taken or sent away.
 */
export function currentOffer(byDefault: boolean, accepted: readonly string[]): Offer | undefined {
  const kept = localStore.readText(key);
  if (kept !== null) return isOffer(kept) ? kept : undefined;
  const offer = byDefault ? offerFor(accepted) : undefined;
  // What cannot be stored would be offered on every page.
  return localStore.writeText(key, offer) ? offer : undefined;
}

/** Never offers again. */
export const endOffer = (): void => void localStore.writeText(key, 'done');

const isOffer = (value: unknown): value is Offer => value === 'fr' || value === 'ar';
