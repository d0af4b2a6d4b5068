import { useEffect, useEffectEvent } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { RowEvent } from '@/api/live';
import { whenIdle } from '@/ui/when-idle';
import { startLive } from './start-live';

/**
 * Subscribes to changes while `isSignedIn` and passes them to `onEvents`. It starts when the page is idle,
 * since no shown content waits for it.
 */
export function useLive(
  isSignedIn: boolean,
  onEvents: (events: readonly RowEvent[]) => void,
): void {
  const queries = useQueryClient();
  const emit = useEffectEvent(onEvents);
  useEffect(() => {
    if (!isSignedIn) return undefined;
    let stop = () => {};
    const cancel = whenIdle(() => {
      stop = startLive(queries, (events) => emit(events));
    });
    return () => {
      cancel();
      stop();
    };
  }, [isSignedIn, queries]);
}
