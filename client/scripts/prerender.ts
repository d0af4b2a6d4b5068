// Renders every static page in three languages, after `vite build`: dist/prerender/<language>/<page>.html
// and dist/pages.json, which tells the server what pages there are. `npm run build` runs it.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import type { StaticPage } from '../src/app/prerender.tsx';
import { languages, type Language } from '../src/i18n/language.ts';
import { routesOf } from './admin-routes.ts';
import { compress } from './compress.ts';
import { documentOf, patient } from './document.ts';
import { Manifest } from './manifest.ts';

process.env['NODE_ENV'] = 'production';
const here = (path: string) => join(import.meta.dirname, '..', path);

await build({
  configFile: false,
  root: here('.'),
  logLevel: 'warn',
  plugins: [react()],
  build: {
    ssr: 'src/app/prerender.tsx',
    outDir: '.prerender',
    minify: false,
    copyPublicDir: false,
  },
});
const app: typeof import('../src/app/prerender.tsx') = await import(
  here('.prerender/prerender.js')
);

const manifest = new Manifest(here('dist/.vite/manifest.json'));
const shell = readFileSync(here('dist/index.html'), 'utf8');
const routes = readFileSync(here('src/app/routes.ts'), 'utf8');
const assets = readdirSync(here('dist/assets'));

for (const language of languages) {
  for (const page of app.staticPages()) {
    // One after the other: the words of one language are set at a time.
    // oxlint-disable-next-line no-await-in-loop
    write(`dist/prerender/${language}/${page.file}`, await documentFor(page, language));
  }
}
write('dist/index.html', patient(shell));
write('dist/pages.json', JSON.stringify({ ...(await app.pagesFile()), admin: adminRoutes() }));
await compress(here('dist'));
rmSync(here('.prerender'), { recursive: true });

async function documentFor(page: StaticPage, language: Language): Promise<string> {
  const html = await app.renderPage(page, language);
  const head = app.headOf(html);
  return documentOf(shell, {
    language,
    head,
    app: html.slice(head.length),
    // The page of unknown addresses is served at addresses of pages, too: /achievement/unknown.
    isRenderedAnew: page.route.writtenBy === 'server' || page.route.path === '*',
    styles: stylesOf(page),
    start: `/${manifest.fileOf('src/app/start.ts')}`,
    scripts: scriptsOf(page, language),
    fonts: fontsOf(language),
  });
}

function stylesOf({ route }: StaticPage) {
  const files = ['index.html', moduleOf(route.path)].flatMap((name) => manifest.stylesOf(name));
  return [...new Set(files)].map((file) => ({
    address: `/${file}`,
    css: readFileSync(here(`dist/${file}`), 'utf8'),
  }));
}

function scriptsOf({ route }: StaticPage, language: Language): string[] {
  const words = ['site', ...route.words].map((ns) => `src/i18n/${language}/${ns}.json`);
  const sources = [moduleOf(route.path), ...words];
  return manifest.beyond('index.html', sources).map((file) => `/${file}`);
}

/** The source of a route's page, as routes.ts imports it. */
function moduleOf(path: string): string {
  const [, after = ''] = routes.split(`path: '${path}',`);
  const name = /import\('\.\.\/(pages\/public\/[\w-]+)'\)/.exec(after)?.[1];
  if (name === undefined) throw new Error(`no page is imported for ${path}`);
  return `src/${name}.tsx`;
}

/** The two faces that the first screen is set in; the rest come when they are needed. */
function fontsOf(language: Language): string[] {
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

function adminRoutes(): string[] {
  const sources = ['admin-routes.tsx', 'screens.ts'].map((name) => `src/pages/admin/${name}`);
  return routesOf(sources.map((source) => readFileSync(here(source), 'utf8')).join('\n'));
}

function write(file: string, content: string): void {
  mkdirSync(dirname(here(file)), { recursive: true });
  writeFileSync(here(file), content);
}
