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

// Constant between two ticks, so that all ages on a page agree; updated at the first read without a timer.
function getNow(): number {
  if (timer === undefined && Date.now() - now >= minuteMs) now = Date.now();
  return now;
}

/** The current time in milliseconds, updated once a minute by one shared timer. */
export const useNow = (): number => useSyncExternalStore(subscribe, getNow);
