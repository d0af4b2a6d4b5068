import { drawnMountains } from '@/shared/art/mountains';
import type { PageMessage } from '@/site/sw/messages';

// The pages to prefetch, so that they open offline after the first visit.
const prefetched = ['/offline', '/', '/story', '/expeditions', '/blog'].concat(
  drawnMountains.map(({ slug }) => `/achievement/${slug}`),
);

// The active service worker of this page; undefined until there is one.
let worker: ServiceWorker | undefined;

/**
 * Makes the site work offline: registers the service worker after the first interaction and lets it
 * prefetch pages, unless the user saves data. Does nothing in development.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  document.addEventListener('click', openCachedPage, { capture: true });
  if (document.readyState === 'complete') waitForInteraction();
  else addEventListener('load', waitForInteraction);
}

/**
 * Lets the worker cache the page that is open now. After a client-side navigation its document was never
 * requested, so the worker fetches it, unless its copy is less than a day old.
 */
export function cacheForOffline(path: string, language: string): void {
  if (!savesData()) post({ type: 'keep', path, language });
}

const maxWaitMs = 10_000;
const interactions = ['pointerdown', 'keydown', 'scroll'];

// Prefetching must not compete with the current page: it starts with the first interaction, or after
// 10 s.
function waitForInteraction(): void {
  const started = new AbortController();
  const begin = () => {
    if (started.signal.aborted) return;
    started.abort();
    void register();
  };
  const once = { passive: true, signal: started.signal };
  for (const type of interactions) addEventListener(type, begin, once);
  setTimeout(begin, maxWaitMs);
}

async function register(): Promise<void> {
  try {
    await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
    worker = (await navigator.serviceWorker.ready).active ?? undefined;
    const language = document.documentElement.lang;
    cacheForOffline(location.pathname, language);
    if (!savesData()) post({ type: 'warm', paths: prefetched, language });
  } catch (error) {
    console.warn('The site will not open offline.', error);
  }
}

// Worker.postMessage has no target origin.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
const post = (message: PageMessage) => worker?.postMessage(message);

// Offline, chunks of a page may be missing, but a cached page is complete: links within the site load the
// document, which the worker answers.
function openCachedPage(event: MouseEvent): void {
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

/** Whether the user has asked the browser to save data (Save-Data). */
const savesData = (): boolean =>
  'connection' in navigator &&
  typeof navigator.connection === 'object' &&
  navigator.connection !== null &&
  'saveData' in navigator.connection &&
  navigator.connection.saveData === true;
