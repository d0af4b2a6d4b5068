import { useSyncExternalStore } from 'react';
import { connectionState } from '../live/connection-state';

/** How often what is on the screen asks again while the server cannot tell of changes. Milliseconds. */
const pollMs = 20_000;
/** How often while it can: should a word be lost somewhere, it is not lost for long. */
const safetyMs = 5 * 60_000;

/**
 * For useQuery: what is shown follows what others do. A hidden page does not ask; it does when it is
 * looked at again.
 */
export function useRefetchInterval() {
  const state = useSyncExternalStore(connectionState.subscribe, connectionState.get);
  return {
    staleTime: 0,
    refetchInterval: state === 'live' ? safetyMs : pollMs,
    refetchOnWindowFocus: true,
  } as const;
}
