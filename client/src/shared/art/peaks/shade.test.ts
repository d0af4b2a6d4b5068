import { describe, expect, it } from 'vitest';
import type { Extent } from '@/shared/art/massif';
import { finish } from '@/shared/art/massif';
import { shapeSteps } from './face';
import type { Ground, PeakShape } from './peak-shape';

const extent: Extent = { face: 32, plain: 4, points: 160, margin: 0, reach: 0.12, gap: 0.015 };

/** A pyramid of 3,000 m, as high at its sides as in the front. */
const pyramid = (ground: Ground): PeakShape => ({
  heightM: 4000,
  baseM: 1000,
  frameKm: [-4, 4],
  stretch: 1,
  snowLineM: 1200,
  skyline: [{ ground, rough: 0.2, line: '-4,1010 0,4000 4,1010' }],
  ribs: [],
  fronts: [],
  iceCliffs: [],
});

/** The mean opacity of the lines below the skyline on one side of the summit. */
function inkOf(shape: PeakShape, side: 'left' | 'right'): number {
  const { tones, points } = finish(shapeSteps('pyramid', shape, extent));
  const face = Array.from(tones.subarray(points, extent.face * points));
  const half = face.filter((_, at) => at % points < points / 2 === (side === 'left'));
  return half.reduce((sum, tone) => sum + tone, 0) / half.length;
}

describe('the light on a mountain', () => {
  it.each(['snow', 'rock', 'mixed', 'land'] as const)('comes from the left: %s', (ground) => {
    const shape = pyramid(ground);
    expect(inkOf(shape, 'right')).toBeGreaterThan(1.5 * inkOf(shape, 'left'));
  });

  it('leaves snow almost blank, and rock dark', () => {
    expect(inkOf(pyramid('snow'), 'left')).toBeLessThan(0.5 * inkOf(pyramid('rock'), 'left'));
    expect(inkOf(pyramid('snow'), 'left')).toBeLessThan(0.06);
  });

  it('shows bare ground below the snow line', () => {
    const low = inkOf(pyramid('snow'), 'left');
    expect(inkOf({ ...pyramid('snow'), snowLineM: 3500 }, 'left')).toBeGreaterThan(1.5 * low);
  });

  it('draws the edges of an ice cliff', () => {
    const bare = pyramid('snow');
    const cliff = { ...bare, iceCliffs: ['-1,2300 0,2500 1,2300'] };
    const dark = (shape: PeakShape) =>
      finish(shapeSteps('pyramid', shape, extent)).tones.filter((tone) => tone > 0.75).length;
    expect(dark(cliff)).toBeGreaterThan(dark(bare) + 20);
  });
});
