import { defineConfig } from 'vite';
import react from '@vitejs/plugin-react';
import tailwindcss from '@tailwindcss/vite';
import { fileURLToPath } from 'node:url';
import { output, vendor } from './output.ts';
import { themeScript } from './theme-script.ts';

const here = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/**
 * The build of the back-office, after that of the site (npm run build). It is separate because a bundler
 * keeps all of a library that any entry uses, and the public site would load it too.
 */
export default defineConfig({
  plugins: [themeScript(), react(), tailwindcss()],
  resolve: {
    tsconfigPaths: true,
  },
  build: {
    ...output,
    emptyOutDir: false,
    copyPublicDir: false,
    manifest: '.vite/admin.json',
    chunkSizeWarningLimit: 700, // kB: the editor's library, loaded only by its screen
    rolldownOptions: {
      ...output.rolldownOptions,
      input: here('admin.html'),
      output: {
        codeSplitting: {
          // Few files: each is a request, and small files compress badly.
          groups: [
            vendor,
            // The names of cities are needed by a filter alone.
            {
              name: 'ui',
              test: /src\/shared\/(ui|i18n)\/(?!city\.|cities\.)[^/]+$/,
              minShareCount: 2,
            },
            { name: 'lists', test: /src\/admin\/kit\/(list|rows)\//, minShareCount: 2 },
            { name: 'writing', test: /src\/admin\/kit\/writing\//, minShareCount: 2 },
          ],
        },
      },
    },
  },
});
