/**
 * Matches the addresses in `<Route path="/admin/login">`, `path: '/admin/users'` and `alsoAt: ['/admin/x']`.
 * One with a query is a link into a screen.
 */
const patternOf = /["'](\/admin(?:\/[^"'?]*)?)["']/g;

/** The patterns that a source names, which are absolute. */
export function routesOf(source: string): string[] {
  const patterns = [...source.matchAll(patternOf)].map(([, pattern = '']) => pattern);
  return [...new Set(patterns)].toSorted();
}
