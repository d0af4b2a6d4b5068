import { describe, expect, it } from 'vitest';
import { interpolate, summitOf, type Extent } from './massif';
import { massifOf } from './massif-of';
import { noiseMassif } from './ridgeline';

const extent: Extent = { face: 20, plain: 8, points: 120, margin: 0.5, reach: 0.8, gap: 0.015 };
const post = { slug: 'turning-back-is-a-decision', heightM: 6500 };

describe('noiseMassif', () => {
  it('is deterministic', () => {
    expect(noiseMassif(post, extent)).toEqual(noiseMassif(post, extent));
  });

  it('draws other lines for another slug', () => {
    const other = noiseMassif({ ...post, slug: 'other' }, extent);
    expect(other.heights).not.toEqual(noiseMassif(post, extent).heights);
  });

  it('has its summit to scale', () => {
    const [low, high] = [3000, 6000].map((heightM) =>
      summitOf(noiseMassif({ ...post, heightM }, extent)),
    );
    expect((high ?? 0) / (low ?? 1)).toBeCloseTo(2, 5);
  });

  it('is what a mountain without a shape is drawn from', () => {
    expect(massifOf(post, extent)).toEqual(noiseMassif(post, extent));
    const everest = { slug: 'everest', heightM: 8848 };
    expect(massifOf(everest, extent).heights).not.toEqual(noiseMassif(everest, extent).heights);
  });
});

describe('interpolate', () => {
  const from = massifOf({ slug: 'everest', heightM: 8848 }, extent);
  const to = massifOf({ slug: 'k2', heightM: 8611 }, extent);

  it('starts at the first and ends at the second', () => {
    expect(interpolate(from, to, 0).heights).toEqual(from.heights);
    const end = interpolate(from, to, 1);
    for (const part of ['heights', 'tones', 'drops'] as const)
      expect(Array.from(end[part])).toEqual(
        Array.from(to[part], (value) => expect.closeTo(value, 5)),
      );
  });
});
