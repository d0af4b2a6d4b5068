import { describe, expect, it } from 'vitest';
import { withFallback } from './fallback';

const builtIn = [
  { slug: 'k2', name: 'K2', route: 'Abruzzi Spur', height_m: 8611 },
  { slug: 'denali', name: 'Denali', route: null, height_m: 6190 },
];

describe('withFallback', () => {
  it.each([
    { name: 'no response', given: undefined },
    { name: 'an empty table', given: [] },
  ])('returns the built-in rows for $name', ({ given }) => {
    expect(withFallback(given, builtIn)).toBe(builtIn);
  });

  it('fills the empty texts of a row from the built-in row with its slug', () => {
    const given = [{ slug: 'k2', name: 'Chogori', route: ' ', height_m: 0 }];
    expect(withFallback(given, builtIn)).toEqual([
      { slug: 'k2', name: 'Chogori', route: 'Abruzzi Spur', height_m: 0 },
    ]);
  });

  it('does not change a row without a built-in row', () => {
    const given = [{ slug: 'toubkal', name: 'Toubkal', route: null, height_m: 4167 }];
    expect(withFallback(given, builtIn)).toEqual(given);
  });
});
