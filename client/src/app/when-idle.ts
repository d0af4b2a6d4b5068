/** Does some work once the page has loaded and the browser has nothing else to do. */
export function whenIdle(work: () => void): void {
  if (document.readyState === 'complete') requestIdle(work);
  else addEventListener('load', () => requestIdle(work), { once: true });
}

// Safari has no idle callback.
const requestIdle = (work: () => void) =>
  'requestIdleCallback' in window
    ? requestIdleCallback(work, { timeout: 2_000 })
    : setTimeout(work, 200);
