import { useEffect, useSyncExternalStore } from 'react';
import { itemKinds, type ItemKind } from './kinds';
import { isFirstVisit, isRead, markRead, readMarks, type ReadMarks } from './read-marks';
import { knownItems, useNewestItems, type NewestItem } from './use-newest-items';

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
