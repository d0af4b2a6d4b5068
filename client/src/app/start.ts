// The first script of a prerendered page. It delays the others until the first paint, so that on a slow
// network they do not compete with the document and its fonts. The first interaction loads them at once.

import { replayEarlyEvents } from './replay-early-events.ts';

/** Maximum delay if the browser does not report its first paint. Milliseconds. */
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
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, start, { once: true });
  setTimeout(start, maxDelayMs);
}
