import { useEffect, useEffectEvent, useState } from 'react';

// Who goes through messages with J and K has not read what only flew past. Milliseconds.
const readMs = 1000;

/**
 * Calls `mark` once a new entry has really been opened: shown for a moment, in a page that is seen. An
 * entry that was not new when it was opened is never marked: whoever sets it back to new means it.
 */
export function useReadMark(isNew: boolean, mark: () => void): void {
  const [wasNew] = useState(isNew);
  const marked = useEffectEvent(mark);
  useEffect(() => (wasNew ? whenVisibleFor(readMs, () => marked()) : undefined), [wasNew]);
}

/** Runs `then` when the page has been visible for so long in one piece; returns how to stop. */
function whenVisibleFor(ms: number, then: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const setView = () => {
    clearTimeout(timer);
    if (document.visibilityState === 'visible') timer = setTimeout(then, ms);
  };
  setView();
  document.addEventListener('visibilitychange', setView);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', setView);
  };
}
