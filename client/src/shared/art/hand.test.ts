import { describe, expect, it } from 'vitest';
import { handPath } from './hand';

const corner = [
  { x: 0, y: 0 },
  { x: 100, y: 0 },
  { x: 100, y: 50 },
];

const numbers = (path: string) => path.match(/-?[\d.]+/g)?.map(Number) ?? [];

describe('handPath', () => {
  it('is the same for the same seed, and another for another', () => {
    expect(handPath(corner, { seed: 7 })).toBe(handPath(corner, { seed: 7 }));
    expect(handPath(corner, { seed: 7 })).not.toBe(handPath(corner, { seed: 8 }));
  });

  it('passes through its points', () => {
    const path = numbers(handPath(corner, { seed: 7 }));
    expect([path.slice(0, 2), path.slice(4, 6), path.slice(8, 10)]).toEqual([
      [0, 0],
      [100, 0],
      [100, 50],
    ]);
  });

  it('runs past both ends', () => {
    const path = numbers(handPath(corner, { seed: 7, past: 4 }));
    expect([path.slice(0, 2), path.slice(8, 10)]).toEqual([
      [-4, 0],
      [100, 54],
    ]);
  });

  it('returns to its first point', () => {
    expect(numbers(handPath(corner, { seed: 7, closed: true })).slice(-2)).toEqual([0, 0]);
  });
});
