import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const dist = join(import.meta.dirname, '../dist'); // made by `npm run build`

// Preloaded fonts delay the first paint, so they must be few and small.
const maxFonts = 2;
const maxBytes = 90_000;

const documents = readdirSync(join(dist, 'prerender'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.html'))
  .map((name) => ({ name, html: readFileSync(join(dist, 'prerender', name), 'utf8') }));

const preloaded = (html: string): string[] =>
  [...html.matchAll(/<link[^>]*rel="preload"[^>]*as="font"[^>]*href="([^"]+)"/g)].map(
    ([, href = '']) => href,
  );

describe('the fonts that a document preloads', () => {
  it('exist in every document of the build', () => {
    expect(documents.length).toBeGreaterThan(60);
    expect(documents.filter(({ html }) => preloaded(html).length === 0)).toEqual([]);
  });

  it(`are at most ${maxFonts}, of ${maxBytes} bytes together`, () => {
    const heavy = documents.filter(({ html }) => {
      const fonts = preloaded(html);
      const bytes = fonts.reduce((sum, font) => sum + statSync(join(dist, font)).size, 0);
      return fonts.length > maxFonts || bytes > maxBytes;
    });
    expect(heavy.map(({ name }) => name)).toEqual([]);
  });
});
