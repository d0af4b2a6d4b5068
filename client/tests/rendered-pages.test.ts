import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { headOf } from '../build/pages';
import { brand, notFoundRoute, publicRoutes, serverRoute } from '../src/site/app/pages-file';
import { headOf as headOfHtml, renderApp } from '../src/site/app/render-app';
import { newQueryClient } from '../src/shared/app/dehydrated-state';
import { languages, type Language } from '../src/shared/i18n/language';
import type { PublicRoute } from '../src/site/app/routes';
import { expeditions, settings } from './seeds';

const rendered = [...publicRoutes, notFoundRoute].filter(
  ({ writtenBy }) => writtenBy !== 'browser',
);
const visits = rendered
  .filter(({ path }) => !path.includes(':'))
  .flatMap((route) => languages.map((language) => ({ route, path: route.path, language })));

/** The HTML of a page with some rows in its cache. */
function htmlOf(route: PublicRoute, language: Language, rows: Record<string, unknown[]>) {
  const queries = newQueryClient();
  for (const [name, list] of Object.entries(rows)) queries.setQueryData([name], list);
  return renderApp({ route, pathname: route.path.replace('*', '/404'), language }, queries);
}

describe('a page', () => {
  it.each(visits)('$path in $language is complete without any row', async ({ route, language }) => {
    const html = await htmlOf(route, language, {});
    expect(html.match(/<h1\b/g)).toHaveLength(1);
    expect(html).not.toMatch(/\{\{|undefined|NaN|Invalid|\[object Object\]/);
  });

  it.each(visits)('$path in $language is deterministic', async ({ route, language }) => {
    const rows = { settings, summits: expeditions };
    const html = await htmlOf(route, language, rows);
    expect(html).not.toMatch(/\{\{|undefined|\[object Object\]/);
    expect(await htmlOf(route, language, rows)).toBe(html);
  });

  it.each(visits)('$path in $language has the head of the list', async ({ route, language }) => {
    const { title, description } = headOf(
      join(import.meta.dirname, '..'),
      route.head ?? '',
      language,
    );
    const head = headOfHtml(await htmlOf(route, language, {})).replaceAll('&#x27;', "'");
    expect(head).toContain(`<title>${title} · ${brand.wordmark}</title>`);
    expect(/<meta name="description" content="([^"]*)"/.exec(head)?.[1]).toBe(description);
    expect(head.includes('noindex')).toBe(route.hidden === true);
  });

  it.each(rendered.filter(({ path }) => path.includes(':')))(
    '$path waits for its row',
    async (route) => {
      const html = await htmlOf(route, 'fr', {});
      expect(html).toContain('role="status"');
      expect(html).toContain('<footer');
    },
  );
});

describe('pages.json', () => {
  it('lists a page with the requests that supabase-js sends', async () => {
    const [home] = publicRoutes;
    const [sent] = home === undefined ? [] : (await serverRoute(home)).data;
    expect(sent?.key).toEqual(['settings']);
    expect(sent?.request).toMatch(/^\/rest\/v1\/site_settings\?select=key%2Cvalue/);
  });

  it('has a placeholder for the slug of a post', async () => {
    const route = publicRoutes.find(({ path }) => path === '/blog/:slug');
    const post = route && (await serverRoute(route));
    expect(post?.data.find(({ key }) => key[0] === 'post')?.request).toContain('slug=eq.:slug');
    expect(post?.found).toEqual({ data: 'post', column: 'slug' });
  });

  it('hides the pages that only the browser renders', () => {
    const own = publicRoutes.filter(({ writtenBy }) => writtenBy === 'browser');
    expect(own.map(({ path, hidden }) => [path, hidden])).toEqual([
      ['/checkout', true],
      ['/confirmation', true],
    ]);
  });
});
