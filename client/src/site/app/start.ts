// The first script of a page. It delays the others until the first paint, and until the photograph at the
// head of the page is shown, so that on a slow network they do not compete with the document, its fonts and the
// photograph. The first interaction loads them at once.

import { replayEarlyEvents } from './replay-early-events.ts';

/** Maximum delay if the browser does not report its first paint, or the photograph takes longer. Milliseconds. */
const maxDelayMs = 3000;

const [entry, ...needed] =
  document.querySelector<HTMLElement>('script[data-scripts]')?.dataset['scripts']?.split(' ') ?? [];
let isStarted = false;

function start(): void {
  if (isStarted || entry === undefined) return;
  isStarted = true;
  for (const script of needed) preload(script);
  void import(/* @vite-ignore */ entry);
}

/** Starts when the photograph is decoded and painted; one that fails to load is not waited for. */
function startAfterPhotograph(): void {
  const photograph = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]');
  if (photograph === null) return start();
  const startAfterPaint = () => void requestAnimationFrame(() => requestAnimationFrame(start));
  photograph.decode().then(startAfterPaint, start);
}

function preload(script: string): void {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = script;
  document.head.append(link);
}

replayEarlyEvents(document);
// An empty root is a page that the server has not rendered: there is nothing to wait for.
if (document.visibilityState === 'hidden' || document.querySelector('#root:empty')) start();
else {
  new PerformanceObserver(startAfterPhotograph).observe({ type: 'paint', buffered: true });
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, start, { once: true });
  setTimeout(start, maxDelayMs);
}
