import { useEffect, useEffectEvent } from 'react';

/** Time without input after which a list is idle. Milliseconds. */
const idleMs = 1_500;

const activityEvents = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const;

/**
 * Whether rows may be inserted at the top of the list: it is scrolled to its start, and no dialog is open,
 * no row is selected and no control in it has the focus.
 */
function isIdle(): boolean {
  const list = document.querySelector('[data-list]');
  const isBusy =
    document.querySelector('[role="dialog"], [role="alertdialog"]') !== null ||
    list?.hasAttribute('data-ticked') === true ||
    list?.contains(document.activeElement) === true;
  return !isBusy && window.scrollY < 100;
}

/**
 * Calls `show` when the list is idle, so that rows do not move under the pointer. In a hidden page it is
 * called at once.
 */
export function useWhenListIdle(isWaiting: boolean, show: () => void): void {
  const attempt = useEffectEvent(() => {
    if (isIdle()) show();
  });
  useEffect(() => {
    if (!isWaiting) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const restartTimer = () => {
      clearTimeout(timer);
      timer = setTimeout(() => attempt(), document.visibilityState === 'hidden' ? 0 : idleMs);
    };
    restartTimer();
    const options = { passive: true, capture: true };
    for (const type of activityEvents) document.addEventListener(type, restartTimer, options);
    return () => {
      clearTimeout(timer);
      for (const type of activityEvents) document.removeEventListener(type, restartTimer, options);
    };
  }, [isWaiting]);
}
