import { useEffect, useSyncExternalStore } from 'react';
import { asRecord, localStore, parseJSON } from '../../ui/storage';
import { isItemKind, itemKinds, type ItemKind } from './kinds';
import { knownItems, useNewestItems, type NewestItem } from './use-newest-items';

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

/** Whether an item came in after what was seen of its kind. */
export const isUnread = ({ kind, createdAt }: NewestItem, known: ReadMarks): boolean =>
  known[kind] !== undefined && !isRead(known[kind], createdAt);

export const useReadMarks = () => useSyncExternalStore(readMarks.subscribe, readMarks.get);

/** How many of these kinds nobody has seen yet. */
export function useUnreadCount(kinds: readonly ItemKind[] = itemKinds): number {
  const { data = [] } = useNewestItems();
  const known = useReadMarks();
  return data.filter((item) => kinds.includes(item.kind) && isUnread(item, known)).length;
}

/** A count as a badge says it: more than are known are not counted. */
export const badgeText = (count: number): string =>
  count < knownItems ? String(count) : `${knownItems}+`;

/** Remembers the first visit of all, when everything is old. For the frame. */
export function useFirstVisit(): void {
  const { data } = useNewestItems();
  const known = useReadMarks();
  const isFirst = data !== undefined && isFirstVisit(known);
  const newest = data?.[0]?.createdAt ?? longAgo;
  useEffect(() => {
    if (isFirst) markRead(itemKinds, newest);
  }, [isFirst, newest]);
}

const longAgo = '1970-01-01T00:00:00Z';

/**
 * Takes these kinds for seen up to a moment, once the page is really looked at: a list calls it with the
 * newest that it shows. Undefined where it does not show the newest first.
 */
export function useMarkRead(kinds: readonly ItemKind[], until: string | undefined): void {
  const key = kinds.join(' ');
  useEffect(() => {
    if (until === undefined) return undefined;
    const onVisible = () => {
      if (document.visibilityState !== 'visible') return;
      markRead(
        itemKinds.filter((kind) => key.split(' ').includes(kind)),
        until,
      );
    };
    onVisible();
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [key, until]);
}
