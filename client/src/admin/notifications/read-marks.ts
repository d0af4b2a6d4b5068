import { asRecord, localStore, parseJSON } from '../../ui/storage';
import { isItemKind, itemKinds, type ItemKind } from './kinds';

/** Until when each kind was seen, as ISO timestamps; a kind that is absent was never looked at. */
export type ReadMarks = Readonly<Partial<Record<ItemKind, string>>>;

// In this browser, and outside React: the title of every page asks.
const storageKey = 'admin-seen';
const listeners = new Set<() => void>();
let read: { text: string | null; readMarks: ReadMarks } = { text: null, readMarks: {} };

/** What was seen, as a store for useSyncExternalStore. */
export const readMarks = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    window.addEventListener('storage', listener); // seen in another tab
    return () => {
      listeners.delete(listener);
      window.removeEventListener('storage', listener);
    };
  },
  get: (): ReadMarks => {
    const text = localStore.readText(storageKey);
    if (text !== read.text) read = { text, readMarks: parseMarks(text) };
    return read.readMarks;
  },
};

/** Takes all of these kinds that came in up to a moment for seen. What was seen once stays so. */
export function markRead(kinds: readonly ItemKind[], until: string): void {
  const before = readMarks.get();
  const later = kinds.filter((kind) => !isRead(before[kind], until));
  if (later.length === 0) return;
  // Without storage nothing is marked as new.
  localStore.write(storageKey, {
    ...before,
    ...Object.fromEntries(later.map((kind) => [kind, until])),
  });
  listeners.forEach((listener) => listener());
}

/** Whether a moment is before that until which something was seen. */
export const isRead = (until: string | undefined, moment: string): boolean =>
  until !== undefined && Date.parse(moment) <= Date.parse(until);

const parseMarks = (text: string | null): ReadMarks =>
  Object.fromEntries(Object.entries(asRecord(parseJSON(text))).filter(isEntry));

const isEntry = (entry: [string, unknown]): entry is [ItemKind, string] =>
  isItemKind(entry[0]) && typeof entry[1] === 'string';

/** On the first visit of all everything is old. */
export const isFirstVisit = (known: ReadMarks): boolean =>
  itemKinds.every((kind) => known[kind] === undefined);
