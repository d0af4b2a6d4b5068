import { readFileSync } from 'node:fs';
import type { PluginOption } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

type Chunk = { file: string; imports?: string[]; css?: string[]; assets?: string[] };

/**
 * The service worker, built to /sw.js. It is told the files that every public page needs: the entry with
 * all that it imports, and the fonts. What else a page is made with it reads from the page itself; the
 * back-office is no part of it.
 */
export function serviceWorker(manifestFile: string): PluginOption {
  return VitePWA({
    strategies: 'injectManifest',
    srcDir: 'src/sw',
    filename: 'sw.ts',
    injectRegister: null, // by src/app/offline.ts, after the page has loaded
    manifest: false, // by the Go program, which knows the owner's wordmark
    disable: process.env['VITEST'] !== undefined,
    injectManifest: {
      globPatterns: ['assets/*.{js,css,woff2}'],
      manifestTransforms: [
        (entries) => {
          const shell = shellOf(readFileSync(manifestFile, 'utf8'));
          return { manifest: entries.filter(({ url }) => shell.has(url)), warnings: [] };
        },
      ],
    },
  });
}

/** The files of the public entry's static imports, by Vite's own manifest. */
function shellOf(manifest: string): Set<string> {
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
  return new Set(files);
}
