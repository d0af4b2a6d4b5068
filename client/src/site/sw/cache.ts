import { filesIn, isPublicPage, keyOf } from './requests';
import { cacheNames } from './cache-names';

/** Maximum number of cached pages; the oldest are removed first. */
const maxPages = 60;
const freshMs = 24 * 60 * 60 * 1000;

/** Deletes caches of older workers whose names are no longer used. */
export async function deleteOldCaches(): Promise<void> {
  const current = new Set<string>(Object.values(cacheNames));
  const names = await caches.keys();
  await Promise.all(names.filter((name) => !current.has(name)).map((name) => caches.delete(name)));
}

/**
 * Caches a page with every file that its HTML references, so that it opens completely offline. Does
 * nothing if the response is not a page, is an error or was redirected.
 */
export async function cachePage(url: string, language: string, answer: Response): Promise<void> {
  if (!isPage(answer) || !isPublicPage(new URL(url).pathname)) return;
  const html = await answer.clone().text();
  await cacheFiles(filesIn(html));
  const pages = await caches.open(cacheNames.pages);
  const key = keyOf(url, language);
  await pages.delete(key); // so that it is the newest in the order of keys
  await pages.put(key, answer);
  await trim(pages);
}

/** Fetches and caches a page, unless its copy is less than a day old. */
export async function prefetchPage(path: string, language: string): Promise<void> {
  const url = keyOf(new URL(path, self.location.origin).href, language);
  const pages = await caches.open(cacheNames.pages);
  if (isFresh(await pages.match(url))) return;
  const answer = await fetch(url, { headers: { accept: 'text/html' } });
  await cachePage(url, language, answer);
}

/** The cached page of an address: in the given language, or the newest in any language. */
export async function cachedPage(url: string, language?: string): Promise<Response | undefined> {
  const pages = await caches.open(cacheNames.pages);
  if (language !== undefined) return pages.match(keyOf(url, language));
  const keys = await pages.keys();
  const path = keyOf(url, '');
  const key = keys.findLast((each) => each.url.startsWith(path));
  return key && pages.match(key);
}

/** Caches files that are not cached yet. Rejects if one cannot be fetched. */
export async function cacheFiles(paths: string[]): Promise<void> {
  const [files, pictures] = await Promise.all([
    caches.open(cacheNames.files),
    caches.open(cacheNames.pictures),
  ]);
  const missing = paths.map(async (path) => {
    const cache = path.startsWith('/assets/') ? files : pictures;
    if ((await cache.match(path)) === undefined) await cache.add(path);
  });
  await Promise.all(missing);
}

/** Removes files that neither a cached page nor the shell needs: those of older releases. */
export async function removeUnusedFiles(shell: string[]): Promise<void> {
  const [files, pages] = await Promise.all([
    caches.open(cacheNames.files),
    caches.open(cacheNames.pages),
  ]);
  const texts = (await pages.matchAll()).map((page) => page.text());
  const named = (await Promise.all(texts)).flatMap(filesIn);
  const needed = new Set([...named, ...shell.map((url) => `/${url}`)]);
  const unneeded = (await files.keys()).filter(({ url }) => !needed.has(new URL(url).pathname));
  await Promise.all(unneeded.map((request) => files.delete(request)));
}

function isPage(answer: Response): boolean {
  const isHtml = answer.headers.get('content-type')?.startsWith('text/html') === true;
  return answer.status === 200 && !answer.redirected && isHtml;
}

function isFresh(answer: Response | undefined): boolean {
  const date = Date.parse(answer?.headers.get('date') ?? '');
  return !Number.isNaN(date) && Date.now() - date < freshMs;
}

async function trim(pages: Cache): Promise<void> {
  const keys = await pages.keys();
  await Promise.all(keys.slice(0, -maxPages).map((key) => pages.delete(key)));
}
