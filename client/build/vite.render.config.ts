import { defineConfig } from 'vite';
import react from '@vitejs/plugin-react';
import { intlTables } from './intl-tables.ts';

/**
 * The build of dist/render/main.js, which the Go program runs in an interpreter to render pages with the rows of the
 * tables: one file, without imports.
 */
export default defineConfig({
  resolve: {
    tsconfigPaths: true,
    alias: { 'react-dom/server': 'react-dom/server.browser' },
  },
  plugins: [
    react(),
    {
      name: 'toubkal-public-messages',
      enforce: 'pre',
      // The back-office is never rendered here.
      load: (id) => (/\/i18n\/\w+\/admin[\w-]*\.json$/.test(id) ? '{}' : null),
    },
  ],
  define: {
    'process.env.NODE_ENV': JSON.stringify('production'),
    INTL_TABLES: JSON.stringify(intlTables()),
  },
  ssr: { noExternal: true, target: 'webworker' },
  build: {
    ssr: true,
    outDir: 'dist/render',
    emptyOutDir: true,
    copyPublicDir: false,
    minify: true,
    rolldownOptions: {
      input: 'src/site/render/main.ts',
      output: { format: 'iife', codeSplitting: false, entryFileNames: 'main.js' },
    },
  },
});
