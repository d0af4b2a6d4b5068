import { defineConfig, loadEnv, type Plugin } from 'vite';
import react from '@vitejs/plugin-react';
import tailwindcss from '@tailwindcss/vite';
import { fileURLToPath } from 'node:url';
import { output, vendor } from './output.ts';
import { printFiles } from './print-files.ts';
import { themeScript } from './theme-script.ts';

const here = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

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

const entryScript = '<script type="module" src="/src/site/app/main.tsx"></script>';

/** Takes the script out of index.html: the server writes the scripts and styles of each page (client/site/document.go). */
const pageShell = (): Plugin => ({
  name: 'toubkal-page-shell',
  apply: 'build',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) => {
      if (!html.includes(entryScript)) throw new Error(`index.html lacks ${entryScript}`);
      return html.replace(entryScript, '');
    },
  },
});

/** The public site. The back-office has its own build (vite.admin.config.ts); in development both are served. */
export default defineConfig(({ mode }) => {
  const env = loadEnv(mode, here(''), 'TOUBKAL_');
  const backend = env['TOUBKAL_URL'] ?? 'http://localhost:8000';
  const proxy = Object.fromEntries(backendPaths.map((path) => [path, { target: backend }]));
  return {
    resolve: { tsconfigPaths: true },
    plugins: [
      printFiles(here('')),
      adminEntry(),
      pageShell(),
      themeScript(),
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
          document: here('index.html'),
          index: here('src/site/app/main.tsx'),
          start: here('src/site/app/start.ts'),
        },
        output: {
          // Few files: each is a request, and small files compress badly.
          codeSplitting: {
            groups: [vendor, { name: 'common', test: /\.tsx?$/, minShareCount: 5 }],
          },
        },
      },
    },
  };
});
