import { useEffect, useEffectEvent } from 'react';

/** How long nobody has moved before a list may move. Milliseconds. */
const idleMs = 1_500;

const activityEvents = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const;

/**
 * Whether a list may get rows at its top now: it is looked at from its beginning, and nothing in it is
 * open, ticked or about to be pressed from the keyboard.
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
 * Runs `show` while `isWaiting`, as soon as no hand is on the list: no row runs from under a pointer that
 * is on its way. In a page that nobody sees it runs at once.
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
