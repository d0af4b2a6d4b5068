import { drawnMountains } from '../art/mountains';
import type { PageMessage } from '../sw/messages';
import { savesData } from './saves-data';

// What opens without a network from the first visit on: the way to the texts, and the mountains.
const carried = ['/', '/story', '/expeditions', '/blog'].concat(
  drawnMountains.map(({ slug }) => `/achievement/${slug}`),
);

// The worker that answers this page's requests; undefined until it does.
let worker: ServiceWorker | undefined;

/**
 * Makes the site open without a network: once the page has loaded and is being read, the worker is
 * registered and fetches beforehand what is to be carried, where data need not be saved. In development
 * there is none.
 */
export function workOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  document.addEventListener('click', openKeptPage, { capture: true });
  if (document.readyState === 'complete') waitForReader();
  else addEventListener('load', waitForReader);
}

/**
 * Has the page kept that is open now. One that was come to within the site was never asked for as a
 * document, so the worker fetches it; a page that it has kept today costs nothing.
 */
export function keepOffline(path: string, language: string): void {
  if (!savesData()) tell({ type: 'keep', path, language });
}

const latestMs = 10_000;
const signs = ['pointerdown', 'keydown', 'scroll'];

// What is fetched for later must not take from what is looked at now: it begins when the reader does
// something, which nobody does before the page is there, or after 10 s.
function waitForReader(): void {
  const begun = new AbortController();
  const begin = () => {
    if (begun.signal.aborted) return;
    begun.abort();
    void register();
  };
  const once = { passive: true, signal: begun.signal };
  for (const sign of signs) addEventListener(sign, begin, once);
  setTimeout(begin, latestMs);
}

async function register(): Promise<void> {
  try {
    await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
    worker = (await navigator.serviceWorker.ready).active ?? undefined;
    const language = document.documentElement.lang;
    keepOffline(location.pathname, language);
    if (!savesData()) tell({ type: 'warm', paths: carried, language });
  } catch (error) {
    console.warn('The site will not open offline.', error);
  }
}

// A worker's postMessage has no origin to name.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
const tell = (message: PageMessage) => worker?.postMessage(message);

// Without a network parts of a page may be missing, but a kept page is whole: links within the site
// open it as a document, which the worker answers.
function openKeptPage(event: MouseEvent): void {
  if (navigator.onLine || navigator.serviceWorker.controller === null) return;
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement) || !leadsToPage(link)) return;
  event.preventDefault();
  location.assign(link.href);
}

function leadsToPage(link: HTMLAnchorElement): boolean {
  const within = link.origin === location.origin && !link.hasAttribute('download');
  return within && link.target === '' && link.pathname !== location.pathname;
}
