/**
 * What a page tells the worker. `keep` names a page that the reader has opened, `warm` the pages that
 * should open without a network; both in the language that the reader chose.
 */
export type PageMessage =
  | { type: 'keep'; path: string; language: string }
  | { type: 'warm'; paths: string[]; language: string };

/** Reads a message that may come from anywhere; undefined if it is none of ours. */
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
