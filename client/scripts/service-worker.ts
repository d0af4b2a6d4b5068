import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

type Chunk = { file: string; imports?: string[]; css?: string[]; assets?: string[] };

/**
 * Builds the service worker to dist/sw.js, after the site. `shellFiles` are the files that every public
 * page needs: the entry with its imports, and the fonts. The worker finds other files in the cached HTML.
 */
export async function buildServiceWorker(root: string): Promise<void> {
  const manifest = readFileSync(join(root, 'dist/.vite/manifest.json'), 'utf8');
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
        input: join(root, 'src/sw/sw.ts'),
        output: { entryFileNames: 'sw.js', codeSplitting: false },
      },
    },
  });
}

/** The files of the public entry and its static imports, from Vite's manifest. */
function shellOf(manifest: string): string[] {
  const chunks: Record<string, Chunk> = JSON.parse(manifest);
  const seen = new Set<string>();
  const visit = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    chunks[name]?.imports?.forEach(visit);
  };
  visit('index.html');
  const files = [...seen].flatMap((name) => {
    const chunk = chunks[name];
    return chunk === undefined ? [] : [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])];
  });
  return [...new Set(files)].filter((file) => /\.(js|css|woff2)$/.test(file));
}
