/** Runs a callback when the browser is idle, at the latest after two seconds. Returns its cancellation. */
export function whenIdle(work: () => void): () => void {
  // Safari has no requestIdleCallback.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 200);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: 2_000 });
  return () => cancelIdleCallback(handle);
}

/** Maximum length of a slice of work. Milliseconds: at a phone's speed, a fourth, less than a long task of 50. */
const sliceMs = 8;

/**
 * Does a work that is in steps in several tasks, from when the browser is idle, and then calls `done` with its result.
 * Returns its cancellation.
 */
export function inSlices<Result>(
  steps: Generator<undefined, Result>,
  done: (result: Result) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const slice = () => {
    const end = performance.now() + sliceMs;
    do {
      const step = steps.next();
      if (step.done === true) return done(step.value);
    } while (performance.now() < end);
    timer = setTimeout(slice);
  };
  const cancel = whenIdle(slice);
  return () => {
    cancel();
    clearTimeout(timer);
  };
}
