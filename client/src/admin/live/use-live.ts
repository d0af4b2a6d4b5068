import { useEffect, useEffectEvent } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { RowEvent } from '../../api/live';
import { startLive } from './start-live';

/**
 * Keeps the back-office as the server has it while `isSignedIn`, and tells of every change. It begins once the page
 * has nothing else to do: nothing that is shown waits for it.
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

// Safari has no idle callback.
function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 200);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: 2_000 });
  return () => cancelIdleCallback(handle);
}
