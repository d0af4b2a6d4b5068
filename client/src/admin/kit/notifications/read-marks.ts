import { useEffect } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { accountItems, useItemsOf } from '@/admin/kit/account/account-items';
import { useRefetchInterval } from '@/admin/kit/rows/use-refetch-interval';
import { sb } from '@/shared/api/client';
import { unwrap } from '@/shared/api/failures';
import { useStore } from '@/shared/ui/store';
import { isItemKind, itemKinds, type ItemKind } from './kinds';
import { useNewestItems, type NewestItem } from './use-newest-items';

/**
 * Read marks: the time until which each kind was read, as ISO timestamps. A kind that was never read is
 * absent.
 */
export type ReadMarks = Readonly<Partial<Record<ItemKind, string>>>;

const marksOf = (items: Readonly<Record<string, unknown>>): ReadMarks =>
  Object.fromEntries(Object.entries(items).filter(isEntry));

/** The read marks of the account. */
export const readMarks = (): ReadMarks => marksOf(accountItems.store.get().mark);

/** Marks all items of these kinds up to a time as read. A mark never moves back. */
export function markRead(kinds: readonly ItemKind[], until: string): void {
  const before = readMarks();
  for (const kind of kinds) if (!isRead(before[kind], until)) accountItems.set('mark', kind, until);
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

export const useReadMarks = (): ReadMarks => marksOf(useItemsOf('mark'));

async function fetchUnread(marks: ReadMarks) {
  const client = await sb();
  return unwrap(await client.rpc('unread_counts', { marks }));
}

/** The number of unread items of these kinds. Also refetched in a hidden page, for its title. */
export function useUnreadCount(kinds: readonly ItemKind[] = itemKinds): number {
  const marks = useReadMarks();
  const { data = [] } = useQuery({
    queryKey: ['newest_items', 'unread', marks],
    queryFn: () => fetchUnread(marks),
    enabled: !isFirstVisit(marks),
    placeholderData: keepPreviousData,
    ...useRefetchInterval(),
    refetchIntervalInBackground: true,
  });
  const counted = data.filter(({ kind }) => isItemKind(kind) && kinds.includes(kind));
  return counted.reduce((sum, { unread }) => sum + unread, 0);
}

/** The most that a badge has room for. */
const mostShown = 999;

/** The text of a badge. */
export const badgeText = (count: number): string =>
  count <= mostShown ? String(count) : `${mostShown}+`;

/** Sets the marks at the first visit, so that old items are not unread. For the layout. */
export function useFirstVisit(): void {
  const { data } = useNewestItems();
  const known = useReadMarks();
  const isKnown = useStore(accountItems.store, (state) => state.isRead);
  const isFirst = isKnown && data !== undefined && isFirstVisit(known);
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
