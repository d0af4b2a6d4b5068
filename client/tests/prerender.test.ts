import { describe, expect, it } from 'vitest';
import { documentOf, type Parts } from '../build/document';
import { headOf, pagesFile, renderPage, staticPages } from '../src/site/app/prerender';
import { publicRoutes } from '../src/site/app/routes';
import { languages } from '../src/shared/i18n/language';

const prerendered = staticPages();
const headed = prerendered.filter(({ pathname }) => !pathname.includes(':'));
const all = headed.flatMap((page) => languages.map((language) => ({ ...page, language })));

describe('a prerendered page', () => {
  it.each(all)('$pathname in $language is complete and deterministic', async (page) => {
    const html = await renderPage(page, page.language);
    expect(html.match(/<h1\b/g)).toHaveLength(1);
    expect(headOf(html)).toMatch(/<title>[^<]+<\/title>/);
    expect(html).not.toMatch(/\{\{|undefined|\[object Object\]/);
    expect(await renderPage(page, page.language)).toBe(html);
  });

  it('has a placeholder for the wordmark', async () => {
    const [home] = prerendered;
    expect(home && (await renderPage(home, 'en'))).toContain('⟦wordmark⟧');
  });
});

describe('a page whose path is a pattern', () => {
  it.each(['/achievement/:id', '/blog/:slug'])('%s is one that waits for its row', async (path) => {
    const page = prerendered.find(({ pathname }) => pathname === path);
    const html = page && (await renderPage(page, 'fr'));
    expect(html).toContain('role="status"');
    expect(html).toContain('<footer');
  });
});

describe('pages.json', () => {
  it('lists every page with the requests that supabase-js sends', async () => {
    const { public: pages, brand } = await pagesFile();
    expect(pages.map(({ path }) => path)).toEqual(publicRoutes.map(({ path }) => path));
    const [settings] = pages[0]?.data ?? [];
    expect(settings?.key).toEqual(['settings']);
    expect(settings?.request).toMatch(/^\/rest\/v1\/site_settings\?select=key%2Cvalue/);
    expect(brand.wordmark).toBe('Altitude 8848');
  });

  it('has a placeholder for the slug of a post', async () => {
    const { public: pages } = await pagesFile();
    const post = pages.find(({ path }) => path === '/blog/:slug');
    expect(post?.data.find(({ key }) => key[0] === 'post')?.request).toContain('slug=eq.:slug');
    expect(post?.found).toEqual({ data: 'post', column: 'slug' });
  });
});

describe('documentOf', () => {
  const shell = `<!doctype html><html lang="en" dir="ltr"><head><!--head-->
<script type="module" crossorigin src="/assets/index.js"></script>
<link rel="modulepreload" crossorigin href="/assets/vendor.js">
<link rel="stylesheet" crossorigin href="/assets/main.css"></head>
<body><div id="root"><!--app--></div><!--data--></body></html>`;
  const parts: Parts = {
    language: 'ar',
    head: '<title>$&</title>',
    app: '<main style="--peak:red">$1</main>',
    isClientRendered: true,
    styles: [{ address: '/assets/page.css', css: 'p{color:red}' }],
    start: '/assets/start.js',
    scripts: ['/assets/page.js'],
    fonts: ['/assets/arabic.woff2'],
  };

  it('has the language, and what the first paint needs', () => {
    const html = documentOf(shell, {
      ...parts,
      scripts: [...parts.scripts],
      fonts: [...parts.fonts],
    });
    expect(html).toContain('<html lang="ar" dir="rtl">');
    expect(html).toContain('<!--built head--><title>$&</title><!--/built-->');
    expect(html).toContain('<style data-from="/assets/page.css">p{color:red}</style>');
    expect(html).toContain(
      '<!--built app--><div id="root" data-render="client"><main style="--peak:red">$1</main></div><!--/built-->',
    );
    expect(html.match(/<script[^>]*>/g)).toEqual([
      '<script type="module" fetchpriority="low" src="/assets/start.js" data-scripts="/assets/index.js /assets/vendor.js /assets/page.js">',
    ]);
    expect(html).not.toContain('rel="stylesheet"');
    expect(html).toMatch(/rel="preload" as="font"[^>]*href="\/assets\/arabic.woff2"/);
    expect(html).not.toContain('modulepreload');
    expect(html).toMatch(/<!--head-->[\s\S]*<!--data-->/);
  });
});
