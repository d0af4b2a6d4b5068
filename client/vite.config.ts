import { defineConfig, loadEnv, type Plugin } from 'vite';
import react from '@vitejs/plugin-react';
import tailwindcss from '@tailwindcss/vite';
import { fileURLToPath } from 'node:url';
import { deferredParts } from './vite-deferred-parts.ts';
import { pureCalls } from './vite-pure-calls.ts';
import { output } from './vite-output.ts';
import { retriedImports } from './vite-retried-imports.ts';
import { printFiles } from './vite-print.ts';
import { themeScript } from './vite-theme.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Paths that the development server proxies to the Go program. */
const backendPaths = ['/rest', '/auth', '/functions', '/config.json', '/downloads', '/og'];

/** Serves admin.html for every path below /admin, as the Go program does. */
function adminEntry(): Plugin {
  const isAdminPage = (url: string) => /^\/admin(\/[^.]*)?(\?.*)?$/.test(url);
  return {
    name: 'toubkal-admin-entry',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        if (request.url !== undefined && isAdminPage(request.url)) request.url = '/admin.html';
        next();
      });
    },
    configurePreviewServer(server) {
      server.middlewares.use((request, _response, next) => {
        if (request.url !== undefined && isAdminPage(request.url)) request.url = '/admin.html';
        next();
      });
    },
  };
}

/** The libraries of every page, without the modules that only the back-office uses. */
const isVendor = (id: string) =>
  /node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/(react-query|query-core))\//.test(
    id,
  ) && !/\/(useQueries|queriesObserver|infiniteQueryObserver)\.js$/.test(id);

/** Matches modules of src by the beginning of their path. */
const sources = (prefixes: string[]) =>
  new RegExp(`src/(${prefixes.join('|')})[\\w-]*(\\.gen)?\\.tsx?$`);

/** The public site. The back-office has its own build (vite.admin.config.ts); in development both are served. */
export default defineConfig(({ mode }) => {
  const env = loadEnv(mode, here('.'), 'TOUBKAL_');
  const backend = env['TOUBKAL_URL'] ?? 'http://localhost:8000';
  const proxy = Object.fromEntries(backendPaths.map((path) => [path, { target: backend }]));
  return {
    resolve: { tsconfigPaths: true },
    plugins: [
      printFiles(here('.')),
      adminEntry(),
      themeScript(),
      pureCalls(),
      deferredParts(),
      retriedImports(),
      react(),
      tailwindcss(),
    ],
    server: { proxy },
    preview: { proxy },
    build: {
      ...output,
      manifest: true,
      rolldownOptions: {
        ...output.rolldownOptions,
        input: {
          index: here('index.html'),
          start: here('src/app/start.ts'),
        },
        output: {
          codeSplitting: {
            // Few files: each is a request, and small files compress badly.
            groups: [
              {
                name: 'vendor',
                priority: 2,
                test: isVendor,
              },
              // Shared by nearly all pages.
              {
                name: 'frame',
                priority: 1,
                test: sources([
                  'app/(mount|error-screen|dehydrated-state|providers|restore-styles)',
                  'app/(follow-link|mobile-menu|page-|public-|routes|site-|use-|wordmark)',
                  'api/(fallback|public-data|failures|client|built-in/(settings|summits))',
                  'art/(ridge-(frame|drawing|scene|view)|card-summits)',
                  'art/(peak-light|book-cover)',
                  'features/expeditions/(summit-|use-expeditions)',
                  'features/hero/(use-slideshow|slideshow-toggle)',
                  'features/highlights/highlights-section',
                  'features/settings/(use-settings|setting-photo)',
                  'features/settings/portrait',
                  'features/story/(portrait|signature)',
                  'features/language/language-switch',
                  'features/theme/theme-switch',
                  'i18n/(index|language|format|local|country|namespaces)',
                  'ui/(icons|page-head|button|lazy|use-scroll-to-top|form-text)',
                  'ui/(open-modal|toast|honeypot|use-submission|title-size|use-online)',
                  'ui/(storage|store|theme|show-theme|when-idle)',
                ]),
              },
              // Shared by pages other than home.
              {
                name: 'inner',
                test: sources([
                  'art/(mountains|contour-mark)',
                  'features/hero/page-hero',
                  'ui/(dialog|video|spinner|notice|failure-notice|new-id|fold|phone|use-is-hydrated)',
                ]),
              },
              // Shared by pages with a form.
              {
                name: 'forms',
                test: sources([
                  'api/insert-idempotent',
                  'features/contact/contact-',
                  'i18n/consent-line',
                  'ui/(field|submit-button|inquiry-form|use-draft|download-link)',
                ]),
              },
            ],
          },
        },
      },
    },
  };
});
