import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** Matches `path: '/book'` in a list of routes and `<Route path="users">` in a tree of them. */
const patternOf = /\bpath(?:: |=)["']([^"']+)["']/g;

/** The patterns of a router's source, absolute below `base`; the catch-all is no page. */
export function routesOf(source: string, base: string): string[] {
  const patterns = [...source.matchAll(patternOf)].map(([, pattern = '']) => pattern);
  const absolute = patterns
    .filter((pattern) => pattern !== '*')
    .map((pattern) => (pattern.startsWith('/') ? pattern : `${base}/${pattern}`));
  return [...new Set(absolute)].toSorted();
}

/**
 * Writes routes.json beside the built pages: the server answers 404 for a page that is not in it.
 * It reads the routers themselves, so that the list of pages is kept in one place.
 */
export function routesFile(publicSource: string, adminSource: string): Plugin {
  return {
    name: 'toubkal-routes-file',
    generateBundle() {
      const routes = {
        public: routesOf(readFileSync(publicSource, 'utf8'), ''),
        admin: routesOf(readFileSync(adminSource, 'utf8'), '/admin'),
      };
      if (routes.public.length === 0) this.error(`no routes found in ${publicSource}`);
      this.emitFile({ type: 'asset', fileName: 'routes.json', source: JSON.stringify(routes) });
    },
  };
}
