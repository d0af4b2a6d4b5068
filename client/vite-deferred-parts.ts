import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const standIn = (file: string) => fileURLToPath(new URL(`src/api/${file}`, import.meta.url));
const standIns = new Map([
  ['@supabase/auth-js', standIn('deferred-auth.ts')],
  ['@supabase/functions-js', standIn('deferred-parts.ts')],
  ['@supabase/realtime-js', standIn('deferred-parts.ts')],
  ['@supabase/storage-js', standIn('deferred-parts.ts')],
]);

/**
 * Takes auth-js, functions-js, realtime-js and storage-js (49 kB gzip) out of the chunk of supabase-js: its constructor creates
 * their clients, which most pages do not use, or only after their rows are shown. src/api/deferred-*.ts create
 * them on first use.
 */
export const deferredParts = (): Plugin => ({
  name: 'toubkal-deferred-parts',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source, importer) => {
    const id = standIns.get(source);
    return id !== undefined && importer?.includes('/node_modules/@supabase/supabase-js/') === true
      ? { id, moduleSideEffects: false }
      : null;
  },
});
