import { expect, it, vi } from 'vitest';
import { loadChunk } from './load-chunk';

it('requests a file whose import failed again, under another address', async () => {
  const file = import.meta.url.replace('load-chunk.dom.test.ts', 'load-chunk.ts');
  const load = vi.fn<() => Promise<{ loadChunk: unknown }>>();
  load.mockRejectedValue(new TypeError(`Failed to fetch dynamically imported module: ${file}`));
  const chunk = await loadChunk(load);
  expect(chunk.loadChunk).toBeTypeOf('function');
  expect(load).toHaveBeenCalledOnce();
});

it('passes on what is no failed import', async () => {
  await expect(loadChunk(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
});
