import { useEffect, useSyncExternalStore } from 'react';
import { itemKinds, type ItemKind } from './kinds';
import { isFirstVisit, isSeen, markRead, seen, type Seen } from './read-marks';
import { knownItems, useNewestItems, type NewestItem } from './use-newest-items';

/** Whether an item came in after what was seen of its kind. */
export const isNews = ({ kind, createdAt }: NewestItem, known: Seen): boolean =>
  known[kind] !== undefined && !isSeen(known[kind], createdAt);

export const useSeen = () => useSyncExternalStore(seen.subscribe, seen.get);

/** How many of these kinds nobody has seen yet. */
export function useNewsCount(kinds: readonly ItemKind[] = itemKinds): number {
  const { data = [] } = useNewestItems();
  const known = useSeen();
  return data.filter((item) => kinds.includes(item.kind) && isNews(item, known)).length;
}

/** A count as a badge says it: more than are known are not counted. */
export const badgeText = (count: number): string =>
  count < knownItems ? String(count) : `${knownItems}+`;

/** Remembers the first visit of all, when everything is old. For the frame. */
export function useFirstVisit(): void {
  const { data } = useNewestItems();
  const known = useSeen();
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
  const what = kinds.join(' ');
  useEffect(() => {
    if (until === undefined) return undefined;
    const look = () => {
      if (document.visibilityState !== 'visible') return;
      markRead(
        itemKinds.filter((kind) => what.split(' ').includes(kind)),
        until,
      );
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [what, until]);
}
