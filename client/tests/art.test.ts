import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stillOf } from '../src/art/ridge-still';
import { builtInExpeditions } from '../src/features/expeditions/built-in';

describe('public/art', () => {
  it.each(builtInExpeditions)('$slug is what `npm run art` draws', (expedition) => {
    const file = join(import.meta.dirname, `../public/art/${expedition.slug}.svg`);
    const mountain = { slug: expedition.slug, heightM: expedition.height_m };
    expect(readFileSync(file, 'utf8')).toBe(stillOf(mountain, expedition.is_attempt));
  });
});
