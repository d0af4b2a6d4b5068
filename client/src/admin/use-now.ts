import { useSyncExternalStore } from 'react';

const minuteMs = 60_000;

let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, minuteMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

// Between two ticks the time stands still, so that all ages on a page agree; a new page reads it anew.
function getNow(): number {
  if (timer === undefined && Date.now() - now >= minuteMs) now = Date.now();
  return now;
}

/** The time in milliseconds; it goes on once a minute, for all who ask by one timer. */
export const useNow = (): number => useSyncExternalStore(subscribe, getNow);
