import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';
import react from '@vitejs/plugin-react';

/**
 * Replaces the assets by their compressed copies: the program carries these alone, a third of the size, and
 * decompresses them for the rare client that asks for plain files.
 */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle({ dir = '' }) {
      const assets = join(dir, 'assets');
      for (const name of readdirSync(assets)) {
        const file = join(assets, name);
        writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }));
        rmSync(file);
      }
    },
  };
}

const backend = process.env['TOUBKAL_URL'] ?? 'http://localhost:8000';

/**
 * Built into dist, which is committed and embedded in the program: a first `make run` builds nothing of the
 * console. The program puts a nonce of each answer in the place of the placeholder.
 */
export default defineConfig({
  base: '/_/',
  plugins: [react(), compressed()],
  resolve: { tsconfigPaths: true },
  html: { cspNonce: '__nonce__' },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0, // the content security policy allows no data: for scripts and styles
    chunkSizeWarningLimit: 700, // kB: the editor
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  // `npm run dev` beside `toubkal dev`, which takes changes from its own pages alone.
  server: {
    proxy: { '/_/api': { target: backend, changeOrigin: true, headers: { origin: backend } } },
  },
});
