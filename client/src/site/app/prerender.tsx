import { createClient } from '@supabase/supabase-js';
import { summits } from '@/shared/api/built-in/summits.gen';
import {
  fetchDetail,
  fetchPublic,
  isDetail,
  publicQuery,
  type PublicData,
  type PublicDetail,
} from '@/shared/api/public-data';
import { unnamed } from '@/shared/settings/setting-values';
import { builtKeys } from '@/shared/settings/settings';
import type { Language } from '@/shared/i18n/language';
import { packLines } from '@/shared/art/kept-lines';
import { renderApp } from './render-app';
import { notFoundRoute, publicRoutes, type PublicRoute } from './routes';
import { newQueryClient, withNames } from '@/shared/app/dehydrated-state';

export { headOf } from './render-app';

/** A page to prerender: its path and output file. */
export type StaticPage = { pathname: string; file: string; route: PublicRoute };

// Placeholders that the server replaces: the wordmark, the name (which may be empty), the name as a subject, and
// the name or else the wordmark.
const wordmark = '⟦wordmark⟧';
const name = { en: '⟦name.en⟧', fr: '⟦name.fr⟧', ar: '⟦name.ar⟧' };
const namedAs = { en: '⟦named.en⟧', fr: '⟦named.fr⟧', ar: '⟦named.ar⟧' };
const siteTitle = { en: '⟦title.en⟧', fr: '⟦title.fr⟧', ar: '⟦title.ar⟧' };
const placeholders = withNames([
  { key: 'brand.wordmark', value: wordmark },
  { key: 'brand.name', value: name },
  { key: builtKeys.namedAs, value: namedAs },
  { key: builtKeys.siteTitle, value: siteTitle },
]);

/**
 * Every page that the build prerenders, with the built-in content: the server shows it while the database is down.
 * Of a page with a parameter there is one for each built-in mountain, and one for any other value, whose path is the
 * pattern.
 */
export const staticPages = (): StaticPage[] => [
  ...publicRoutes
    .filter(({ writtenBy }) => writtenBy !== 'browser')
    .flatMap((route) => pathsOf(route).map((pathname) => pageOf(route, pathname))),
  { pathname: '/404', file: '404.html', route: notFoundRoute },
];

const pathsOf = ({ path, found }: PublicRoute): string[] =>
  found?.data === 'summits'
    ? [...summits.rows.map(({ slug }) => path.replace(/:\w+/, slug)), path]
    : [path];

const pageOf = (route: PublicRoute, pathname: string): StaticPage => ({
  route,
  pathname,
  file: pathname === '/' ? 'index.html' : `${pathname.slice(1).replace(':', '_')}.html`,
});

/** Prerenders a page with the built-in content and placeholders for the names. */
export async function renderPage(page: StaticPage, language: Language): Promise<string> {
  const queries = newQueryClient();
  queries.setQueryData(publicQuery('settings').queryKey, placeholders, { updatedAt: 0 });
  return renderApp({ ...page, language }, queries);
}

/** The mountains that the pages show, for the Go program: the file dist/render/lines.json. */
export const linesFile = packLines;

/** The routes and queries for the server: dist/pages.json, without the back-office. */
export const pagesFile = async () => ({
  brand: brand(),
  public: await Promise.all(
    publicRoutes.map(async ({ path, data, found, pictures }) => ({
      path,
      data: await Promise.all(data.map((each) => requestOf(each, placeholderIn(path)))),
      ...(found && { found }),
      ...(pictures && { pictures }),
    })),
  ),
  picture: await requestOf('picture', ':picture'),
});

function brand() {
  const valueOf = (key: string) => withNames([]).find((row) => row.key === key)?.value;
  return { wordmark: valueOf('brand.wordmark'), unnamed };
}

/** The parameter of a path, such as :slug; '' without one. */
const placeholderIn = (path: string): string => /:\w+/.exec(path)?.[0] ?? '';

/** The key of a query and the request that supabase-js sends for it, with a placeholder for the slug or the id. */
async function requestOf(data: PublicData | PublicDetail, placeholder: string) {
  let request = '';
  const client = createClient('http://localhost', 'none', {
    auth: { persistSession: false, autoRefreshToken: false },
    global: {
      fetch: (input) => {
        const { pathname, search } = new URL(input instanceof Request ? input.url : input);
        request = pathname + search.replace(encodeURIComponent(placeholder), placeholder);
        return Promise.resolve(Response.json([]));
      },
    },
  });
  if (isDetail(data)) {
    await fetchDetail(client, data, placeholder);
    return { key: [data, placeholder], request };
  }
  await fetchPublic(client, data);
  return { key: [data], request };
}
