import { useEffect, useEffectEvent } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { RowEvent } from '../../api/live';
import { startLive } from './start-live';

/**
 * Keeps the back-office as the server has it while `isIn`, and tells of every change. It begins once the page
 * has nothing else to do: nothing that is shown waits for it.
 */
export function useLive(isIn: boolean, onEvents: (events: readonly RowEvent[]) => void): void {
  const queries = useQueryClient();
  const tell = useEffectEvent(onEvents);
  useEffect(() => {
    if (!isIn) return undefined;
    let stop = () => {};
    const cancel = whenIdle(() => {
      stop = startLive(queries, (events) => tell(events));
    });
    return () => {
      cancel();
      stop();
    };
  }, [isIn, queries]);
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
