import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const dist = join(import.meta.dirname, '../dist'); // made by `npm run build`
const pages: { fonts: Record<string, string[]> } = JSON.parse(
  readFileSync(join(dist, 'pages.json'), 'utf8'),
);

// Preloaded fonts delay the first paint, so they must be few and small.
const maxFonts = 2;
const maxBytes = 90_000;

it.each(['en', 'fr', 'ar'])(
  'the fonts that a page in %s preloads are few and small',
  (language) => {
    const fonts = pages.fonts[language] ?? [];
    expect(fonts.length).toBeGreaterThan(0);
    expect(fonts.length).toBeLessThanOrEqual(maxFonts);
    const bytes = fonts.reduce((sum, font) => sum + statSync(join(dist, font)).size, 0);
    expect(bytes).toBeLessThanOrEqual(maxBytes);
  },
);
