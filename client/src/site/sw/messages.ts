/**
 * A message from a page to the worker. `keep`: cache the page that the user has opened. `warm`: prefetch
 * pages for offline use. The language is that of the user.
 */
export type PageMessage =
  | { type: 'keep'; path: string; language: string }
  | { type: 'warm'; paths: string[]; language: string };

/** Validates a message; undefined if it is unknown. */
export function readMessage(data: unknown): PageMessage | undefined {
  if (typeof data !== 'object' || data === null || !('type' in data) || !('language' in data)) {
    return undefined;
  }
  const { type, language } = data;
  if (typeof language !== 'string' || !/^(?:en|fr|ar)$/.test(language)) return undefined;
  if (type === 'keep' && 'path' in data && isPath(data.path)) {
    return { type, language, path: data.path };
  }
  if (type === 'warm' && 'paths' in data && Array.isArray(data.paths)) {
    return { type, language, paths: data.paths.filter(isPath) };
  }
  return undefined;
}

const isPath = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith('/') && !value.startsWith('//');
