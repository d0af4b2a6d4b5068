import { clientsClaim } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute, setCatchHandler } from 'workbox-routing';
import { CacheFirst, NetworkFirst, StaleWhileRevalidate } from 'workbox-strategies';
import {
  deleteOldCaches,
  cacheFiles,
  cachePage,
  cachedPage,
  removeUnusedFiles,
  prefetchPage,
} from './cache';
import { readMessage, type PageMessage } from './messages';
import { pageAnswer } from './page-answer';
import { kindOf, languageIn, type RequestKind } from './requests';
import { cacheNames } from './cache-names';

declare const self: ServiceWorkerGlobalScope;

/** The files that every page needs; defined by the build (build/service-worker.ts). */
declare const shellFiles: string[];

const networkTimeoutMs = 3000; // then the cached page is used
const languages = ['en', 'fr', 'ar'];

// File names have a hash of their content and pages are network first, so a new worker can take over at
// once. The files that a cached page references stay as long as the page.
void self.skipWaiting();
clientsClaim();

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('message', (event) => {
  const message = readMessage(event.data);
  if (message !== undefined) event.waitUntil(handleMessage(message));
});

async function install(): Promise<void> {
  await cacheFiles(shellFiles.map((url) => `/${url}`));
  await Promise.all(languages.map((language) => prefetchPage('/offline', language)));
}

async function activate(): Promise<void> {
  await deleteOldCaches();
  await removeUnusedFiles(shellFiles);
}

// One after the other: prefetching must not compete with the user's requests.
async function handleMessage(message: PageMessage): Promise<void> {
  const paths = message.type === 'keep' ? [message.path] : message.paths;
  for (const path of paths) {
    // oxlint-disable-next-line no-await-in-loop
    await prefetchPage(path, message.language).catch(() => undefined);
  }
}

const isKind =
  (kind: RequestKind) =>
  ({ request }: { request: Request }) =>
    kindOf(request, self.location.origin) === kind;

const expiring = (maxEntries: number) =>
  new ExpirationPlugin({ maxEntries, purgeOnQuotaError: true });

registerRoute(isKind('page'), ({ request, event }) => answerPage(request, event));
registerRoute(isKind('file'), ({ request }) => answerFile(request));
registerRoute(
  isKind('picture'),
  new StaleWhileRevalidate({ cacheName: cacheNames.pictures, plugins: [expiring(120)] }),
);
registerRoute(
  isKind('photo'),
  new CacheFirst({ cacheName: cacheNames.photos, plugins: [expiring(60)] }),
);
registerRoute(
  isKind('rows'),
  new NetworkFirst({
    cacheName: cacheNames.rows,
    networkTimeoutSeconds: networkTimeoutMs / 1000,
    matchOptions: { ignoreVary: true }, // it varies by the token, and only the role anon gets here
    plugins: [expiring(80)],
  }),
);
setCatchHandler(() => Promise.resolve(Response.error()));

// Does not cache: files are cached with their page, so that none of the back-office is.
async function answerFile(request: Request): Promise<Response> {
  const cached = await caches.match(request, { cacheName: cacheNames.files, ignoreVary: true });
  return cached ?? fetch(request);
}

/** The page from the network or the cache; else the offline page. */
async function answerPage(request: Request, event: ExtendableEvent): Promise<Response> {
  const fromNetwork = fetch(request).then((answer) => {
    event.waitUntil(cacheAnswer(request.url, answer.clone()));
    return answer;
  });
  const cached = cachedPage(request.url, languageIn(request.url));
  return pageAnswer(fromNetwork, cached, networkTimeoutMs).catch(() => toOfflinePage(request.url));
}

// Content-Language is the language of the response.
function cacheAnswer(url: string, answer: Response): Promise<void> {
  const language = answer.headers.get('content-language') ?? languageIn(url) ?? 'en';
  return cachePage(url, language, answer).catch(() => undefined);
}

// A redirect, since under the requested address the client would start that page.
async function toOfflinePage(url: string): Promise<Response> {
  const { pathname, search, origin } = new URL(url);
  if (pathname === '/offline') return Response.error();
  const target = new URL('/offline', origin);
  target.searchParams.set('lang', languageIn(url) ?? (await lastLanguage()));
  target.searchParams.set('from', pathname + search);
  return Response.redirect(target.href);
}

// The language of the page that was cached last.
async function lastLanguage(): Promise<string> {
  const pages = await caches.open(cacheNames.pages);
  const keys = await pages.keys();
  return languageIn(keys.at(-1)?.url ?? self.location.href) ?? 'en';
}
