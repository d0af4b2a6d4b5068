// Renders every static page in three languages, after `vite build`: dist/prerender/<language>/<page>.html
// and dist/pages.json, the list of pages for the server.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { StaticPage } from '../src/site/app/prerender.tsx';
import { languages, type Language } from '../src/shared/i18n/language.ts';
import { documentOf, withLowPriority } from './document.ts';
import { Manifest } from './manifest.ts';

/** Runs the build of vite.prerender.config.ts in .prerender, and removes it. */
export async function writePages(root: string): Promise<void> {
  process.env['NODE_ENV'] = 'production';
  // Node 20 has no WebSocket; supabase-js requires one, although the prerender opens none.
  if (!('WebSocket' in globalThis)) Object.assign(globalThis, { WebSocket: EventTarget });
  const here = (path: string) => join(root, path);
  const app: typeof import('../src/site/app/prerender.tsx') = await import(
    here('.prerender/prerender.js')
  );
  const { adminPaths }: typeof import('../src/admin/app/paths.ts') = await import(
    here('.prerender/paths.js')
  );
  const manifest = new Manifest(here('dist/.vite/manifest.json'));
  const shell = readFileSync(here('dist/index.html'), 'utf8');
  const assets = readdirSync(here('dist/assets'));

  for (const language of languages) {
    for (const page of app.staticPages()) {
      // One after the other: there is one current language.
      // oxlint-disable-next-line no-await-in-loop
      const html = await app.renderPage(page, language);
      write(`dist/prerender/${language}/${page.file}`, documentFor(page, language, html));
    }
  }
  write('dist/render/lines.json', app.linesFile());
  write('dist/index.html', withLowPriority(shell));
  write('dist/pages.json', JSON.stringify({ ...(await app.pagesFile()), admin: adminPaths }));
  rmSync(here('.prerender'), { recursive: true });

  function documentFor({ route, pathname }: StaticPage, language: Language, html: string): string {
    const head = app.headOf(html);
    const messages = ['site', ...route.namespaces].map(
      (ns) => `src/shared/i18n/${language}/${ns}.json`,
    );
    const loaded = manifest.scriptsOf(['index.html']);
    const scripts = manifest
      .scriptsOf([route.source, ...messages])
      .filter((file) => !loaded.includes(file));
    const styles = manifest.stylesOf(['index.html', route.source]);
    return documentOf(shell, {
      language,
      head,
      app: html.slice(head.length),
      // The not-found page is also served at paths of other routes, such as /achievement/unknown, and one whose path
      // is a pattern at those of many rows.
      isClientRendered: route.path === '*' || pathname.includes(':'),
      styles: styles.map((file) => ({
        address: `/${file}`,
        css: readFileSync(here(`dist/${file}`), 'utf8'),
      })),
      start: `/${manifest.fileOf('src/site/app/start.ts')}`,
      scripts: scripts.map((file) => `/${file}`),
      fonts: fontsOf(language, assets),
    });
  }

  function write(file: string, content: string): void {
    mkdirSync(dirname(here(file)), { recursive: true });
    writeFileSync(here(file), content);
  }
}

/** The two fonts above the fold; the browser loads the others when they are needed. */
function fontsOf(language: Language, assets: string[]): string[] {
  const names =
    language === 'ar'
      ? ['readex-pro-arabic-wght-normal', 'reem-kufi-arabic-700-normal']
      : ['readex-pro-latin-wght-normal', 'big-shoulders-display-latin-wght-normal'];
  return names.map((name) => {
    const file = assets.find((asset) => asset.startsWith(name) && asset.endsWith('.woff2'));
    if (file === undefined) throw new Error(`the font ${name} was not built`);
    return `/assets/${file}`;
  });
}
