import { connectionState } from '@/admin/kit/live/connection-state';
import { useStore } from '@/shared/ui/store';

/** The poll interval while realtime is disconnected. Milliseconds. */
const pollMs = 20_000;
/** The poll interval while it is connected, in case a change was lost. Milliseconds. */
const safetyMs = 5 * 60_000;

/** Query options for polling. A hidden page does not poll; it refetches on focus. */
export function useRefetchInterval() {
  const state = useStore(connectionState);
  return {
    staleTime: 0,
    refetchInterval: state === 'live' ? safetyMs : pollMs,
    refetchOnWindowFocus: true,
  } as const;
}
