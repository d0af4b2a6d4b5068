import { clientsClaim } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute, setCatchHandler } from 'workbox-routing';
import { NetworkFirst, StaleWhileRevalidate } from 'workbox-strategies';
import {
  forgetOldStores,
  keepFiles,
  cachePage,
  cachedPage,
  removeUnusedFiles,
  prefetchPage,
} from './cache';
import { readMessage, type PageMessage } from './messages';
import { kindOf, languageIn, type Kind } from './requests';
import { cacheNames } from './cache-names';

declare const self: ServiceWorkerGlobalScope;

/** The files that every page needs; written here by the build (scripts/service-worker.ts). */
declare const shellFiles: string[];

const patienceMs = 3000; // of a reader before a page that is kept does instead
const languages = ['en', 'fr', 'ar'];

// Files have the hash of their content in their names and pages come from the network first: a new
// worker can take over at once, and the next page that is opened is a new one. Pages that are kept name
// the files that they were built with; those stay as long as the page does, so that none is halved.
void self.skipWaiting();
clientsClaim();

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(tidy()));
self.addEventListener('message', (event) => {
  const message = readMessage(event.data);
  if (message !== undefined) event.waitUntil(obey(message));
});

async function install(): Promise<void> {
  await keepFiles(shellFiles.map((url) => `/${url}`));
  await Promise.all(languages.map((language) => prefetchPage('/offline', language)));
}

async function tidy(): Promise<void> {
  await forgetOldStores();
  await removeUnusedFiles(shellFiles);
}

// One after the other: what is warmed must not crowd out what the reader asks for.
async function obey(message: PageMessage): Promise<void> {
  const paths = message.type === 'keep' ? [message.path] : message.paths;
  for (const path of paths) {
    // oxlint-disable-next-line no-await-in-loop
    await prefetchPage(path, message.language).catch(() => undefined);
  }
}

const isKind =
  (kind: Kind) =>
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
  isKind('rows'),
  new NetworkFirst({
    cacheName: cacheNames.rows,
    networkTimeoutSeconds: patienceMs / 1000,
    matchOptions: { ignoreVary: true }, // it varies by who asks, and only visitors come here
    plugins: [expiring(80)],
  }),
);
setCatchHandler(() => Promise.resolve(Response.error()));

// Nothing is kept on the way: what is kept came with a page that is, so none of the back-office does.
async function answerFile(request: Request): Promise<Response> {
  const kept = await caches.match(request, { cacheName: cacheNames.files, ignoreVary: true });
  return kept ?? fetch(request);
}

/** A page from the network; if that fails or takes longer than 3 s, the kept one; else the offline page. */
async function answerPage(request: Request, event: ExtendableEvent): Promise<Response> {
  const kept = cachedPage(request.url, languageIn(request.url));
  const fromNetwork = fetch(request).then((answer) => {
    event.waitUntil(remember(request.url, answer.clone()));
    return answer;
  });
  const first = await Promise.race([fromNetwork.catch(() => undefined), patience()]);
  return first ?? (await kept) ?? fromNetwork.catch(() => toOfflinePage(request.url));
}

const patience = () =>
  new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), patienceMs));

// The server names the language in which it answered.
function remember(url: string, answer: Response): Promise<void> {
  const language = answer.headers.get('content-language') ?? languageIn(url) ?? 'en';
  return cachePage(url, language, answer).catch(() => undefined);
}

// By way of its own address: under the one that was asked for, the page that belongs there would start.
async function toOfflinePage(url: string): Promise<Response> {
  const { pathname, search, origin } = new URL(url);
  if (pathname === '/offline') return Response.error();
  const target = new URL('/offline', origin);
  target.searchParams.set('lang', languageIn(url) ?? (await lastLanguage()));
  target.searchParams.set('from', pathname + search);
  return Response.redirect(target.href);
}

// The language of the page that was kept last, which is the one that the reader reads in.
async function lastLanguage(): Promise<string> {
  const pages = await caches.open(cacheNames.pages);
  const keys = await pages.keys();
  return languageIn(keys.at(-1)?.url ?? self.location.href) ?? 'en';
}
