import { useQuery } from '@tanstack/react-query';
import type { Language } from '../../i18n/language';
import { cacheNames } from '../../sw/cache-names';

/** A cached page. */
export type KeptPage = { path: string; title: string };

async function findKept(language: Language): Promise<KeptPage[]> {
  if (!('caches' in window)) return [];
  const pages = await caches.open(cacheNames.pages);
  const keys = (await pages.keys()).map(({ url }) => new URL(url));
  const own = keys.filter(
    ({ pathname, searchParams }) =>
      pathname !== '/offline' && searchParams.get('lang') === language,
  );
  const titled = own.map(async ({ href, pathname }) => {
    const html = await (await pages.match(href))?.text();
    return { path: pathname, title: headingOf(html ?? '') };
  });
  return (await Promise.all(titled)).filter(({ title }) => title !== '').toReversed();
}

const headingOf = (html: string): string =>
  new DOMParser().parseFromString(html, 'text/html').querySelector('h1')?.textContent.trim() ?? '';

/** The cached pages in a language, the latest first. */
export const useKeptPages = (language: Language) =>
  useQuery({
    queryKey: ['kept-pages', language],
    queryFn: () => findKept(language),
    networkMode: 'always',
    staleTime: 0,
  });
