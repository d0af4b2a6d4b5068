import { useEffect } from 'react';
import { asRecord, parseJSON } from '@/ui/storage';
import { createPersistedStore, useStore } from '@/ui/store';
import { isItemKind, itemKinds, type ItemKind } from './kinds';
import { knownItems, useNewestItems, type NewestItem } from './use-newest-items';

/**
 * Read marks: the time until which each kind was read, as ISO timestamps. A kind that was never read is
 * absent.
 */
export type ReadMarks = Readonly<Partial<Record<ItemKind, string>>>;

/** The read marks of this browser. Outside React: every page title reads them. */
export const readMarks = createPersistedStore<ReadMarks>({
  key: 'admin-seen',
  parse: (text) => Object.fromEntries(Object.entries(asRecord(parseJSON(text))).filter(isEntry)),
});

/** Marks all items of these kinds up to a time as read. A mark never moves back. */
export function markRead(kinds: readonly ItemKind[], until: string): void {
  const before = readMarks.get();
  const later = kinds.filter((kind) => !isRead(before[kind], until));
  if (later.length === 0) return;
  readMarks.set({ ...before, ...Object.fromEntries(later.map((kind) => [kind, until])) });
}

/** Whether a time is covered by a read mark. */
export const isRead = (until: string | undefined, moment: string): boolean =>
  until !== undefined && Date.parse(moment) <= Date.parse(until);

function isEntry(entry: [string, unknown]): entry is [ItemKind, string] {
  return isItemKind(entry[0]) && typeof entry[1] === 'string';
}

/** Without any mark, everything counts as read. */
export const isFirstVisit = (known: ReadMarks): boolean =>
  itemKinds.every((kind) => known[kind] === undefined);

/** Whether an item is newer than the read mark of its kind. */
export const isUnread = ({ kind, createdAt }: NewestItem, known: ReadMarks): boolean =>
  known[kind] !== undefined && !isRead(known[kind], createdAt);

export const useReadMarks = () => useStore(readMarks);

/** The number of unread items of these kinds. */
export function useUnreadCount(kinds: readonly ItemKind[] = itemKinds): number {
  const { data = [] } = useNewestItems();
  const known = useReadMarks();
  return data.filter((item) => kinds.includes(item.kind) && isUnread(item, known)).length;
}

/** The text of a badge; capped at the number of fetched items. */
export const badgeText = (count: number): string =>
  count < knownItems ? String(count) : `${knownItems}+`;

/** Sets the marks at the first visit, so that old items are not unread. For the layout. */
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
 * Marks these kinds as read up to a time when the page is visible: a list passes the time of its newest
 * row. Undefined if the list does not show the newest rows first.
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
