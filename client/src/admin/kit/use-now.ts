import { createStore, useStore } from '@/shared/ui/store';

const minuteMs = 60_000;

let timer: ReturnType<typeof setInterval> | undefined;

const clock = createStore(Date.now(), () => {
  timer = setInterval(() => clock.set(Date.now()), minuteMs);
  return () => {
    clearInterval(timer);
    timer = undefined;
  };
});

const minutes = {
  ...clock,
  // Constant between two ticks, so that all ages on a page agree; updated at the first read without a timer.
  get: (): number => {
    if (timer === undefined && Date.now() - clock.get() >= minuteMs) clock.set(Date.now());
    return clock.get();
  },
};

/** The current time in milliseconds, updated once a minute by one shared timer. */
export const useNow = (): number => useStore(minutes);
