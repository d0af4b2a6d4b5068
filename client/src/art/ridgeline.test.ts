import { describe, expect, it } from 'vitest';
import { interpolate, massifOf, summitOf } from './ridgeline';

const everest = { slug: 'everest', heightM: 8848 };

describe('massifOf', () => {
  it('is deterministic', () => {
    expect(massifOf(everest).heights).toEqual(massifOf(everest).heights);
  });

  it('draws other lines for another mountain of the same height', () => {
    expect(massifOf({ ...everest, slug: 'k2' }).heights).not.toEqual(massifOf(everest).heights);
  });

  it.each([
    ['everest', 8848],
    ['k2', 8611],
    ['kilimanjaro', 5895],
    ['mont-blanc', 4810],
  ])('%s has its height as a fraction of 8,848 m', (slug, heightM) => {
    expect(summitOf(massifOf({ slug, heightM }))).toBeCloseTo(heightM / 8848, 6);
  });

  it('is flat at the side of the text, and never negative', () => {
    const { heights, rows, points } = massifOf(everest);
    const edge = Array.from({ length: rows }, (_, row) => heights[row * points] ?? 1);
    expect(Math.max(...edge)).toBeLessThan(0.08);
    expect(heights.every((height) => height >= 0)).toBe(true);
  });
});

describe('interpolate', () => {
  const [from, to] = [massifOf(everest, 8, 20), massifOf({ slug: 'k2', heightM: 8611 }, 8, 20)];
  it('starts at the first and ends at the second', () => {
    expect(interpolate(from, to, 0).heights).toEqual(from.heights);
    expect(Array.from(interpolate(from, to, 1).heights)).toEqual(
      Array.from(to.heights, (height) => expect.closeTo(height, 5)),
    );
  });
});
