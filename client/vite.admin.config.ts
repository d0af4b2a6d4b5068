import { defineConfig } from 'vite';
import react from '@vitejs/plugin-react';
import tailwindcss from '@tailwindcss/vite';
import { fileURLToPath } from 'node:url';
import { pureRouter } from './vite-pure-router.ts';
import { output } from './vite-output.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The libraries of every screen. */
const isVendor =
  /node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/(react-query|query-core)|i18next|react-i18next)\//;

const sharedMessages = /src\/i18n\/(en|fr|ar)\/(site|admin|admin-kit)\.json$/;

const languageOf = (id: string) => sharedMessages.exec(id)?.[1] ?? '';

/**
 * The build of the back-office, after that of the site (npm run build). It is separate because a bundler
 * keeps all of a library that any entry uses, and the public site would load it too.
 */
export default defineConfig({
  plugins: [pureRouter(), react(), tailwindcss()],
  resolve: {
    tsconfigPaths: true,
    alias: { 'react-style-singleton': here('src/admin/style-singleton.ts') },
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
            { name: 'vendor', priority: 4, test: isVendor },
            // The messages of every screen, one file per language.
            { name: (id) => `messages-${languageOf(id)}`, priority: 3, test: sharedMessages },
            // What several screens share: lists, drawers, rows, the interface.
            {
              name: 'kit',
              priority: 2,
              minShareCount: 2,
              test: /src\/(admin\/(?!form|writing|pictures|history|sortable-rows|csv\.ts)|features\/admin-auth\/(use-admin-auth|password)\.ts|api|ui|i18n\/[\w-]+\.tsx?$)|node_modules\/(@radix-ui|react-remove-scroll|lucide-react)/,
            },
            // Forms, with the library that holds their values.
            {
              name: 'forms',
              priority: 1,
              test: /node_modules\/(react-hook-form|@hookform)\/|src\/admin\/form\//,
            },
          ],
        },
      },
    },
  },
});
