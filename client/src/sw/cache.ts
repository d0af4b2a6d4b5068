import { filesIn, isPublicPage, keyOf } from './requests';
import { cacheNames } from './cache-names';

/** Pages kept at most; the oldest go first. */
const mostPages = 60;
const freshMs = 24 * 60 * 60 * 1000;

/** Deletes what an older worker kept under names that are no longer used. */
export async function forgetOldStores(): Promise<void> {
  const current = new Set<string>(Object.values(cacheNames));
  const names = await caches.keys();
  await Promise.all(names.filter((name) => !current.has(name)).map((name) => caches.delete(name)));
}

/**
 * Keeps a page that the network answered, with every file that it names, so that it opens whole. An
 * answer that is no page, was refused or was led elsewhere is not kept.
 */
export async function cachePage(url: string, language: string, answer: Response): Promise<void> {
  if (!isWhole(answer) || !isPublicPage(new URL(url).pathname)) return;
  const html = await answer.clone().text();
  await keepFiles(filesIn(html));
  const pages = await caches.open(cacheNames.pages);
  const key = keyOf(url, language);
  await pages.delete(key); // so that it is the newest in the order of keys
  await pages.put(key, answer);
  await trim(pages);
}

/** Fetches a page and keeps it, unless one that is a day old at most is kept already. */
export async function prefetchPage(path: string, language: string): Promise<void> {
  const url = keyOf(new URL(path, self.location.origin).href, language);
  const pages = await caches.open(cacheNames.pages);
  if (isFresh(await pages.match(url))) return;
  const answer = await fetch(url, { headers: { accept: 'text/html' } });
  await cachePage(url, language, answer);
}

/** The kept page of an address: in the language that is asked for, else in any. */
export async function cachedPage(url: string, language?: string): Promise<Response | undefined> {
  const pages = await caches.open(cacheNames.pages);
  if (language !== undefined) return pages.match(keyOf(url, language));
  const keys = await pages.keys();
  const path = keyOf(url, '');
  const key = keys.findLast((each) => each.url.startsWith(path));
  return key && pages.match(key);
}

/** Keeps files that are not kept yet. Rejects when one of them does not arrive. */
export async function keepFiles(paths: string[]): Promise<void> {
  const [files, pictures] = await Promise.all([
    caches.open(cacheNames.files),
    caches.open(cacheNames.pictures),
  ]);
  const missing = paths.map(async (path) => {
    const store = path.startsWith('/assets/') ? files : pictures;
    if ((await store.match(path)) === undefined) await store.add(path);
  });
  await Promise.all(missing);
}

/** Lets go of the files that neither a kept page nor the shell needs: those of older releases. */
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

function isWhole(answer: Response): boolean {
  const isHtml = answer.headers.get('content-type')?.startsWith('text/html') === true;
  return answer.status === 200 && !answer.redirected && isHtml;
}

function isFresh(answer: Response | undefined): boolean {
  const date = Date.parse(answer?.headers.get('date') ?? '');
  return !Number.isNaN(date) && Date.now() - date < freshMs;
}

async function trim(pages: Cache): Promise<void> {
  const keys = await pages.keys();
  await Promise.all(keys.slice(0, -mostPages).map((key) => pages.delete(key)));
}
