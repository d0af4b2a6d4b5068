import { useEffect, useEffectEvent } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { RowEvent } from '@/shared/api/live';
import { whenIdle } from '@/shared/ui/when-idle';
import { startLive } from './start-live';

type Listeners = {
  /** Gets the changes. */
  onEvents: (events: readonly RowEvent[]) => void;
  /**
   * Called when a list has lost rows after a change: another admin has deleted them, or the server shows none
   * to this one any more.
   */
  onRowsLost?: () => void;
};

/**
 * Subscribes to changes while `isSignedIn`. It starts when the page is idle,
 * since no shown content waits for it.
 */
export function useLive(isSignedIn: boolean, { onEvents, onRowsLost }: Listeners): void {
  const queries = useQueryClient();
  const emit = useEffectEvent(onEvents);
  const emitLost = useEffectEvent(() => onRowsLost?.());
  useEffect(() => {
    if (!isSignedIn) return undefined;
    let stop = () => {};
    const cancel = whenIdle(() => {
      stop = startLive(queries, {
        onEvents: (events) => emit(events),
        onRowsLost: () => emitLost(),
      });
    });
    return () => {
      cancel();
      stop();
    };
  }, [isSignedIn, queries]);
}
