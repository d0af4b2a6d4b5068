/** Matches `<Route path="/admin/login">` in a tree of routes, and `path: '/admin/users'` in a list of screens. */
const patternOf = /\bpath(?:=|: )["'](\/[^"']+)["']/g;

/** The patterns that a source names, which are absolute. */
export function routesOf(source: string): string[] {
  const patterns = [...source.matchAll(patternOf)].map(([, pattern = '']) => pattern);
  return [...new Set(patterns)].toSorted();
}
