import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compress } from './compress.ts';
import { writePages } from './prerender.ts';
import { buildServiceWorker } from './service-worker.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * The last step of `npm run build`: builds the site for Node, prerenders its pages, builds the service
 * worker and compresses the files. Vite runs it, so that Node need not read TypeScript.
 */
export default defineConfig({
  resolve: { tsconfigPaths: true },
  plugins: [
    react(),
    {
      name: 'toubkal-prerender',
      closeBundle: async () => {
        await writePages(root);
        await buildServiceWorker(root);
        await compress(`${root}dist`);
      },
    },
  ],
  build: {
    ssr: true,
    outDir: '.prerender',
    minify: false,
    copyPublicDir: false,
    rolldownOptions: { input: ['src/site/app/prerender.tsx', 'src/admin/app/paths.ts'] },
  },
});
