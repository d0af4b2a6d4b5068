import { useEffect, useSyncExternalStore } from 'react';
import { markSeen, seenUntil } from './seen-until';
import { useNewestItems, type NewestItem } from './use-newest-items';

/** Whether an item came in after what was seen. */
export const isNews = ({ createdAt }: NewestItem, until: string | undefined): boolean =>
  until !== undefined && Date.parse(createdAt) > Date.parse(until);

/** How many of the newest items nobody has seen yet, for the title of the page. */
export function useNewsCount(): number {
  const { data = [] } = useNewestItems();
  const until = useSeenUntil();
  useFirstVisit(data[0], until);
  return data.filter((item) => isNews(item, until)).length;
}

export const useSeenUntil = () => useSyncExternalStore(seenUntil.subscribe, seenUntil.get);

// On the first visit of all everything is old.
function useFirstVisit(newest: NewestItem | undefined, until: string | undefined): void {
  useEffect(() => {
    if (until === undefined && newest !== undefined) markSeen(newest.createdAt);
  }, [newest, until]);
}
