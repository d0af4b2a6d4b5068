// The first script of a rendered page: it lets the others wait until the page has been seen, so that on
// a slow network they do not share the line with words and letters. The page can be read and its links
// followed before; whoever touches it earlier has the scripts at once.

import { replayEarlyEvents } from './replay-early-events.ts';

/** The longest wait where the browser does not tell of its first paint. Milliseconds. */
const patienceMs = 3000;

const [entry, ...needed] =
  document.querySelector<HTMLElement>('script[data-scripts]')?.dataset['scripts']?.split(' ') ?? [];
let isStarted = false;

function start(): void {
  if (isStarted || entry === undefined) return;
  isStarted = true;
  for (const script of needed) preload(script);
  void import(/* @vite-ignore */ entry);
}

function preload(script: string): void {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = script;
  document.head.append(link);
}

replayEarlyEvents(document);
if (document.visibilityState === 'hidden') start();
else {
  new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
  for (const touch of ['pointerdown', 'keydown']) addEventListener(touch, start, { once: true });
  setTimeout(start, patienceMs);
}
