// Writes dist/pages.json, the list of pages for the server (client/site/pages.go), and dist/render/lines.json.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PublicRoute } from '../src/site/app/routes.ts';
import { languages, type Language } from '../src/shared/i18n/language.ts';
import { Manifest } from './manifest.ts';

type Messages = { [key: string]: string | Messages };
type Head = { title: string; description?: string };

/** Files that every page loads besides the start script and its own. */
const entry = 'src/site/app/main.tsx';

/** Runs the build of vite.pages.config.ts in .pages, and removes it. */
export async function writePages(root: string): Promise<void> {
  process.env['NODE_ENV'] = 'production';
  // Node 20 has no WebSocket; supabase-js requires one, although nothing opens one.
  if (!('WebSocket' in globalThis)) Object.assign(globalThis, { WebSocket: EventTarget });
  const here = (path: string) => join(root, path);
  const app: typeof import('../src/site/app/pages-file.ts') = await import(
    here('.pages/pages-file.js')
  );
  const { adminPaths }: typeof import('../src/admin/app/paths.ts') = await import(
    here('.pages/paths.js')
  );
  const manifest = new Manifest(here('dist/.vite/manifest.json'));
  const assets = readdirSync(here('dist/assets'));
  const routes = await Promise.all(
    [...app.publicRoutes, app.notFoundRoute].map(async (route) => ({
      ...(await app.serverRoute(route)),
      ...filesOf(route, manifest),
      head: route.head && inEach((language) => headOf(root, route.head ?? '', language)),
    })),
  );
  const pages = {
    brand: app.brand,
    public: routes.slice(0, -1),
    not_found: routes.at(-1),
    picture: await app.requestOf('picture', ':picture'),
    admin: adminPaths,
    start: `/${manifest.fileOf('src/site/app/start.ts')}`,
    fonts: inEach((language) => fontsOf(language, assets)),
  };
  writeFileSync(here('dist/pages.json'), JSON.stringify(pages));
  writeFileSync(here('dist/render/lines.json'), app.linesFile());
  rmSync(here('.pages'), { recursive: true });
}

/** The title and the description of a page that has messages of them: namespace:key. */
export function headOf(root: string, head: string, language: Language): Head {
  const [namespace, ...keys] = head.split(/[:.]/);
  const file = join(root, `src/shared/i18n/${language}/${namespace}.json`);
  // English defines the shape of all messages, and the type check compares them.
  const messages: Messages = JSON.parse(readFileSync(file, 'utf8'));
  const found = keys.reduce((part, key) => part[key] as Messages, messages);
  if (typeof found?.['title'] !== 'string') throw new Error(`${head} has no title in ${language}`);
  return found as Head;
}

const inEach = <T>(valueIn: (language: Language) => T): Record<string, T> =>
  Object.fromEntries(languages.map((language) => [language, valueIn(language)]));

/** The stylesheets of a page, and its scripts in each language. */
function filesOf({ source, namespaces }: PublicRoute, manifest: Manifest) {
  const urls = (files: string[]) => files.map((file) => `/${file}`);
  const messages = (language: Language) =>
    ['site', ...namespaces].map((name) => `src/shared/i18n/${language}/${name}.json`);
  return {
    styles: urls(manifest.stylesOf([entry, source])),
    scripts: inEach((language) => urls(manifest.scriptsOf([entry, source, ...messages(language)]))),
  };
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
