import { defineConfig } from 'vite';
import react from '@vitejs/plugin-react';
import tailwindcss from '@tailwindcss/vite';
import { fileURLToPath } from 'node:url';
import { output } from './vite-output.ts';

/**
 * The back-office, built after the site and beside it (npm run build). On its own, for a bundler keeps of
 * a library what any entry uses of it: what only the staff needs would come to every visitor.
 */
export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: {
    ...output,
    emptyOutDir: false,
    copyPublicDir: false,
    manifest: '.vite/admin.json',
    chunkSizeWarningLimit: 700, // kB: the editor's library, which comes with its screen alone
    rolldownOptions: {
      ...output.rolldownOptions,
      input: fileURLToPath(new URL('admin.html', import.meta.url)),
    },
  },
});
