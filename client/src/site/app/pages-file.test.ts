import { expect, it } from 'vitest';
import { drawnMountains } from '@/shared/art/mountains';
import { linesFile } from './pages-file';

it('has the lines of each mountain, which the Go program would take a second to draw', () => {
  const lines: [string, string][] = JSON.parse(linesFile());
  const keys = drawnMountains.map(({ slug, heightM, attempt }) => `${slug} ${heightM} ${attempt}`);
  expect(lines.map(([key]) => key)).toEqual(keys);
  for (const [, drawing] of lines) expect(drawing).toMatch(/^<path .* d="M/);
});
