import { join } from 'node:path';
import { build } from 'vite';
import { Manifest } from './manifest.ts';

/**
 * Builds the service worker to dist/sw.js, after the site. `shellFiles` are the files that every public
 * page needs: the entry with its imports, and the fonts. The worker finds other files in the cached HTML.
 */
export async function buildServiceWorker(root: string): Promise<void> {
  const manifest = new Manifest(join(root, 'dist/.vite/manifest.json'));
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    define: {
      shellFiles: JSON.stringify(shellOf(manifest)),
      'process.env.NODE_ENV': '"production"', // workbox reads it
    },
    build: {
      target: 'es2023',
      outDir: 'dist',
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: join(root, 'src/site/sw/sw.ts'),
        output: { entryFileNames: 'sw.js', codeSplitting: false },
      },
    },
  });
}

/** The files of the public entry and its static imports. */
function shellOf(manifest: Manifest): string[] {
  const files = manifest
    .closureOf(['src/site/app/main.tsx'])
    .flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]);
  return [...new Set(files)].filter((file) => /\.(js|css|woff2)$/.test(file));
}
