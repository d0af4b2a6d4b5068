import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { artFiles, cardSummitsSource, profileFramesSource, worldFiles } from '../build/art-files';
import { isDrawn } from '../src/shared/art/mountains';
import { expeditions } from './seeds';

const folder = join(import.meta.dirname, '../public/art');
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

describe('public/art', () => {
  const files = artFiles();

  it('has exactly the files that `npm run art` draws', () => {
    expect(readdirSync(folder).toSorted()).toEqual([...files.keys()].toSorted());
  });

  it.each([...files])('%s is what `npm run art` draws', (name, text) => {
    expect(read(name)).toBe(text);
    // These two files have all mountains.
    const maxLength = name === 'cards.svg' ? 96_000 : name === 'profiles.svg' ? 55_000 : 25_000;
    expect(text.length).toBeLessThan(maxLength);
  });

  it('has every mountain of the site', () => {
    const missing = expeditions.filter(
      ({ slug, height_m: heightM, is_attempt: attempt }) => !isDrawn({ slug, heightM, attempt }),
    );
    expect(missing).toEqual([]);
  });

  it('dashes the lines of an attempt only', () => {
    expect(read('k2.svg')).toContain('stroke-dasharray');
    expect(read('everest.svg')).not.toContain('stroke-dasharray');
  });

  it('matches the generated modules', () => {
    const module = (name: string) =>
      readFileSync(join(import.meta.dirname, '../src/shared/art', name), 'utf8');
    expect(module('card-summits.gen.ts')).toBe(cardSummitsSource());
    expect(module('profile-frames.gen.ts')).toBe(profileFramesSource());
    expect(module('map-points.gen.ts')).toBe(worldFiles().source);
  });
});
