import { useQuery } from '@tanstack/react-query';
import { useLanguage, useTranslation } from '@/shared/i18n';
import type { Language } from '@/shared/i18n/language';
import { LocalLink } from '@/shared/ui/local-link';
import { cacheNames } from '@/site/sw/cache-names';
import { OnwardIcon } from '@/shared/ui/icons';

/** Links to the cached pages; nothing if there are none. */
export function CachedPages() {
  const { t } = useTranslation();
  const pages = useCachedPages(useLanguage()).data ?? [];
  if (pages.length === 0) return null;
  return (
    <nav aria-labelledby="kept-title">
      <h2 id="kept-title" className="label text-muted">
        {t('offline.kept')}
      </h2>
      <ul className="mt-3 grid gap-x-12 sm:grid-cols-2 lg:grid-cols-3">
        {pages.map(({ path, title }) => (
          <li key={path} className="border-t border-line">
            <LocalLink
              to={path}
              reloadDocument
              className="flex min-h-12 items-center justify-between gap-4 py-3 hover:text-accent"
            >
              {title}
              <OnwardIcon />
            </LocalLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A cached page. */
type CachedPage = { path: string; title: string };

async function findCachedPages(language: Language): Promise<CachedPage[]> {
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

/** The text of the first heading. Only that is parsed: the browser refuses the page's styles here. */
function headingOf(html: string): string {
  const [, heading = ''] = /<h1\b[^>]*>(.*?)<\/h1>/s.exec(html) ?? [];
  const plain = heading.replaceAll(/<[^>]*>/g, '');
  const { body } = new DOMParser().parseFromString(plain, 'text/html');
  return body.textContent.trim();
}

/** The cached pages in a language, the latest first. */
const useCachedPages = (language: Language) =>
  useQuery({
    queryKey: ['cached-pages', language],
    queryFn: () => findCachedPages(language),
    networkMode: 'always',
    staleTime: 0,
  });
