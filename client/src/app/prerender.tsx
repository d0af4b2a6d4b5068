import { createClient } from '@supabase/supabase-js';
import i18next from 'i18next';
import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import { summits } from '@/api/built-in/summits.gen';
import { StillLinesContext } from '@/art/ridge-scene';
import { stillLines } from '@/art/still-lines';
import {
  fetchGallery,
  fetchPicture,
  fetchPublic,
  fetchPublicPost,
  type PublicData,
} from '@/api/public-data';
import { unnamed } from '@/features/settings/setting-values';
import { builtKeys } from '@/features/settings/settings';
import { initI18n } from '@/i18n';
import type { Language } from '@/i18n/language';
import { loadPage } from './page-modules';
import { Providers } from './providers';
import { PublicPages } from './public-pages';
import { notFoundRoute, publicRoutes, type PublicRoute } from './routes';
import { newQueryClient, withNames } from './dehydrated-state';

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

/** Every page that the build prerenders; those rendered by the server have a placeholder for the content. */
export const staticPages = (): StaticPage[] => [
  ...publicRoutes
    .filter(({ writtenBy }) => writtenBy !== 'browser')
    .flatMap((route) => pathsOf(route).map((pathname) => pageOf(route, pathname))),
  { pathname: '/404', file: '404.html', route: notFoundRoute },
];

// A parameter of a prerendered page is the slug of a mountain; the server renders any slug.
const pathsOf = ({ path, writtenBy }: PublicRoute): string[] =>
  path.includes(':') && writtenBy !== 'server'
    ? summits.rows.map(({ slug }) => path.replace(/:\w+/, slug))
    : [path];

const pageOf = (route: PublicRoute, pathname: string): StaticPage => ({
  route,
  pathname,
  file: pathname === '/' ? 'index.html' : `${pathname.slice(1).replace(':', '_')}.html`,
});

/** The spinner of a page that the server renders: it is replaced by the content. */
const waiting = /<p role="status" data-waiting=.*?<\/p>/s;

/** Prerenders a page as the browser hydrates it: head elements first, then the app. */
export async function renderPage(page: StaticPage, language: Language): Promise<string> {
  const { route, pathname } = page;
  await setLanguage(language);
  await loadPage(route, language);
  const html = await render(page, language);
  if (route.writtenBy !== 'server') return html;
  if (!waiting.test(html))
    throw new Error(`${pathname} has no spinner that the server could replace`);
  return html.replace(waiting, '<!--app-->');
}

/** The title, meta and link elements that React renders first. */
export const headOf = (html: string): string =>
  /^(?:<title>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)*/.exec(html)?.[0] ?? '';

async function render({ pathname }: StaticPage, language: Language): Promise<string> {
  const queries = newQueryClient();
  queries.setQueryData(['settings'], placeholders, { updatedAt: 0 });
  const { prelude } = await prerender(
    <StrictMode>
      <StillLinesContext value={stillLines}>
        <Providers queries={queries}>
          <StaticRouter location={`${pathname}?lang=${language}`}>
            <PublicPages />
          </StaticRouter>
        </Providers>
      </StillLinesContext>
    </StrictMode>,
  );
  return new Response(prelude).text();
}

async function setLanguage(language: Language): Promise<void> {
  if (!i18next.isInitialized) await initI18n(language, ['site']);
  await i18next.changeLanguage(language);
}

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

/** The queries of one row, and what they send. */
const queriesOfOne = { post: fetchPublicPost, gallery: fetchGallery, picture: fetchPicture };

/** The key of a query and the request that supabase-js sends for it, with a placeholder for the slug or the id. */
async function requestOf(data: PublicData | keyof typeof queriesOfOne, placeholder: string) {
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
  if (data === 'post' || data === 'gallery' || data === 'picture') {
    await queriesOfOne[data](client, placeholder);
    return { key: [data, placeholder], request };
  }
  await fetchPublic(client, data);
  return { key: [data], request };
}
