import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { compress } from './compress.ts';
import { writePages } from './pages.ts';
import { buildServiceWorker } from './service-worker.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * The last step of `npm run build`: lists the pages for the server, builds the service worker and compresses the
 * files. Vite runs it, so that Node need not read TypeScript.
 */
export default defineConfig({
  resolve: { tsconfigPaths: true },
  plugins: [
    {
      name: 'toubkal-pages',
      closeBundle: async () => {
        await writePages(root);
        await buildServiceWorker(root);
        await compress(`${root}dist`);
      },
    },
  ],
  build: {
    ssr: true,
    outDir: '.pages',
    minify: false,
    copyPublicDir: false,
    rolldownOptions: { input: ['src/site/app/pages-file.ts', 'src/admin/app/paths.ts'] },
  },
});
