// @vitest-environment node
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { beforeAll, describe, expect, it, vi } from 'vitest';

const budget = 150_000; // bytes, gzip: what a visitor loads before the first page can be used

let chunks: Map<string, Rolldown.OutputChunk>;

beforeAll(async () => {
  vi.stubEnv('NODE_ENV', 'production'); // vitest's own value would bundle React's development build
  const built = await build({
    root: join(import.meta.dirname, '..'),
    logLevel: 'silent',
    build: { write: false },
  });
  const outputs = Array.isArray(built) ? built : [built];
  const all = outputs.flatMap((result) => ('output' in result ? result.output : []));
  chunks = new Map(all.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])));
}, 60_000);

/** The entry and everything that it imports before it can run. */
function closure(entry: string): Rolldown.OutputChunk[] {
  const start = [...chunks.values()].find((chunk) => chunk.isEntry && chunk.name === entry);
  const seen = new Set<string>();
  const visit = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    chunks.get(name)?.imports.forEach(visit);
  };
  if (start !== undefined) visit(start.fileName);
  return [...seen].flatMap((name) => chunks.get(name) ?? []);
}

const modulesOf = (parts: Rolldown.OutputChunk[]) => parts.flatMap((part) => part.moduleIds);

describe('the first load of the site', () => {
  it(`stays under ${budget} bytes of compressed script`, () => {
    const bytes = closure('index').reduce((sum, part) => sum + gzipSync(part.code).length, 0);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThan(budget);
  });

  it('does not carry supabase-js, which comes with the first question to the server', () => {
    const all = modulesOf([...chunks.values()]);
    expect(all.some((id) => id.includes('@supabase'))).toBe(true);
    expect(modulesOf(closure('index')).filter((id) => id.includes('@supabase'))).toEqual([]);
  });

  it('does not carry the back-office', () => {
    const own = modulesOf(closure('index')).filter((id) =>
      /src\/(pages\/admin|features\/admin-)/.test(id),
    );
    expect(own).toEqual([]);
  });
});
