import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../src');

/** Every source file with its path from src/, read from disk and not from a cache. */
export function sources(extensions: RegExp): { path: string; text: string }[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => extensions.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}
