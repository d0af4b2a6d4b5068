import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const standIns = fileURLToPath(new URL('src/api/deferred-parts.ts', import.meta.url));
const deferred = new Set(['@supabase/realtime-js', '@supabase/storage-js']);

/**
 * Takes realtime-js and storage-js (24 kB gzip) out of the chunk of supabase-js: its constructor creates their
 * clients, which most pages do not use, or only after their rows are shown. src/api/deferred-parts.ts creates
 * them on first use.
 */
export const deferredParts = (): Plugin => ({
  name: 'toubkal-deferred-parts',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source, importer) =>
    deferred.has(source) && importer?.includes('/node_modules/@supabase/supabase-js/') === true
      ? { id: standIns, moduleSideEffects: false }
      : null,
});
