import { createClient } from '@supabase/supabase-js';
import i18next from 'i18next';
import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import { summits } from '../api/built-in/summits.gen';
import { fetchPublic, fetchPublicPost, type PublicData } from '../api/public-data';
import { openWords } from '../i18n';
import type { Language } from '../i18n/language';
import { loadPage } from './page-modules';
import { Providers } from './providers';
import { PublicPages } from './public-pages';
import { notFoundRoute, publicRoutes, type PublicRoute } from './routes';
import { newQueryClient, underNames } from './dehydrated-state';

/** A page to render: its address and the file that keeps it. */
export type StaticPage = { pathname: string; file: string; route: PublicRoute };

// Marks of two settings: the server writes the owner's in their place.
const wordmark = '⟦wordmark⟧';
const name = { en: '⟦name.en⟧', fr: '⟦name.fr⟧', ar: '⟦name.ar⟧' };
const marked = underNames([
  { key: 'brand.wordmark', value: wordmark },
  { key: 'brand.name', value: name },
]);

/** Every page that the build renders, those of the server with an empty place for its content. */
export const staticPages = (): StaticPage[] => [
  ...publicRoutes
    .filter(({ writtenBy }) => writtenBy !== 'browser')
    .flatMap((route) => pathsOf(route).map((pathname) => pageOf(route, pathname))),
  { pathname: '/404', file: '404.html', route: notFoundRoute },
];

// A parameter of a built page is the slug of a mountain; one of the server's is any.
const pathsOf = ({ path, writtenBy }: PublicRoute): string[] =>
  path.includes(':') && writtenBy !== 'server'
    ? summits.rows.map(({ slug }) => path.replace(/:\w+/, slug))
    : [path];

const pageOf = (route: PublicRoute, pathname: string): StaticPage => ({
  route,
  pathname,
  file: pathname === '/' ? 'index.html' : `${pathname.slice(1).replace(':', '_')}.html`,
});

/** What a page of the server shows while it waits for rows: there the server writes them. */
const waiting = /<p role="status" data-waiting=.*?<\/p>/s;

/** Renders a page as the browser will first render it: its head first, then the app. */
export async function renderPage(page: StaticPage, language: Language): Promise<string> {
  const { route, pathname } = page;
  await speak(language);
  await loadPage(route, language);
  const html = await render(page, language);
  if (route.writtenBy !== 'server') return html;
  if (!waiting.test(html)) throw new Error(`${pathname} has no place for what the server writes`);
  return html.replace(waiting, '<!--app-->');
}

/** The title, meta and link elements that React puts before all else. */
export const headOf = (html: string): string =>
  /^(?:<title>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)*/.exec(html)?.[0] ?? '';

async function render({ pathname }: StaticPage, language: Language): Promise<string> {
  const queries = newQueryClient();
  queries.setQueryData(['settings'], marked, { updatedAt: 0 });
  const { prelude } = await prerender(
    <StrictMode>
      <Providers queries={queries}>
        <StaticRouter location={`${pathname}?lang=${language}`}>
          <PublicPages />
        </StaticRouter>
      </Providers>
    </StrictMode>,
  );
  return new Response(prelude).text();
}

async function speak(language: Language): Promise<void> {
  if (!i18next.isInitialized) await openWords(language, ['site']);
  await i18next.changeLanguage(language);
}

/** What the server has to know of the pages: dist/pages.json, but for the pages of the back-office. */
export const pagesFile = async () => ({
  brand: brand(),
  public: await Promise.all(
    publicRoutes.map(async ({ path, data, found }) => ({
      path,
      data: await Promise.all(data.map(questionOf)),
      ...(found && { found }),
    })),
  ),
});

function brand() {
  const valueOf = (key: string) => underNames([]).find((row) => row.key === key)?.value;
  return { wordmark: valueOf('brand.wordmark'), name: valueOf('brand.name') };
}

const slugMark = ':slug';

/** A question as the stock client asks it, with a mark where the slug stands. */
async function questionOf(data: PublicData | 'post') {
  let request = '';
  const client = createClient('http://localhost', 'none', {
    auth: { persistSession: false, autoRefreshToken: false },
    global: {
      fetch: (input) => {
        const { pathname, search } = new URL(input instanceof Request ? input.url : input);
        request = pathname + search.replace(encodeURIComponent(slugMark), slugMark);
        return Promise.resolve(Response.json([]));
      },
    },
  });
  if (data === 'post') await fetchPublicPost(client, slugMark);
  else await fetchPublic(client, data);
  return { key: data === 'post' ? ['post', slugMark] : [data], request };
}
