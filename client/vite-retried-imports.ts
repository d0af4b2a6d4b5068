import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const source = /\/client\/src\/[^?]+\.tsx?$/;
const dynamicImport = /\bimport\(\s*("[^"]+"|'[^']+'|`[^`$]+`)\s*\)/g;
const loadChunk = fileURLToPath(new URL('src/api/load-chunk.ts', import.meta.url));

/** Wraps the dynamic imports of a module in loadChunk; null if it has none. */
function retryImports(code: string): string | null {
  const wrapped = code.replaceAll(dynamicImport, 'retriedImport(() => import($1))');
  if (wrapped === code) return null;
  return `import { loadChunk as retriedImport } from ${JSON.stringify(loadChunk)};${wrapped}`;
}

/**
 * Wraps every dynamic import of the client in loadChunk, which requests a file again whose import failed: the parts
 * of pages, screens and messages need no code for it. After TypeScript, whose types may say import() too, and
 * import.meta.glob.
 */
export const retriedImports = (): Plugin => ({
  name: 'toubkal-retried-imports',
  apply: 'build',
  enforce: 'post',
  transform(code, id) {
    const wrapped = source.test(id) ? retryImports(code) : null;
    return wrapped === null ? null : { code: wrapped, map: null };
  },
});
