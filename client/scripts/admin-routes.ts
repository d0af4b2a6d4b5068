/** Matches `<Route path="users">` in a tree of routes. */
const patternOf = /\bpath=["']([^"']+)["']/g;

/** The patterns of a router's source, absolute below `base`; the catch-all is no page. */
export function routesOf(source: string, base: string): string[] {
  const patterns = [...source.matchAll(patternOf)].map(([, pattern = '']) => pattern);
  const absolute = patterns
    .filter((pattern) => pattern !== '*')
    .map((pattern) => (pattern.startsWith('/') ? pattern : `${base}/${pattern}`));
  return [...new Set(absolute)].toSorted();
}
