import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const lineIcon = fileURLToPath(new URL('src/admin/line-icon.ts', import.meta.url));
const icons = /node_modules\/lucide-react\/dist\/esm\/icons\/.*\.mjs$/;

/**
 * Draws the icons of lucide-react with src/admin/line-icon.ts, and removes their names, sizes, aliases and keys,
 * which it does not read: 2.5 kB gzip of the screen of orders.
 */
export const lineIcons = (): Plugin => ({
  name: 'toubkal-line-icons',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source === '../createLucideIcon.mjs' && importer !== undefined && icons.test(importer)
      ? lineIcon
      : null,
  transform(code, id) {
    if (!icons.test(id)) return null;
    const lines = code
      .replaceAll(/^ {2}(?:name|size|aliases): .*\n/gm, '')
      .replaceAll(/, key: "\w+" \}/g, ' }');
    return { code: lines, map: null };
  },
});
