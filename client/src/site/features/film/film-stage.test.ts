import { expect, it } from 'vitest';
import { nextQuality, qualities } from './film-stage';

it.each([
  ['keeps the quality at 60 frames a second', 0, [16, 17, 17, 16, 18], 0],
  ['does not react to a single slow frame', 0, [16, 17, 200, 16, 17], 0],
  ['takes a coarser one when most frames are slow', 0, [33, 34, 16, 33, 33], 1],
  ['has a coarsest one', qualities.length - 1, [90, 90, 90], qualities.length - 1],
])('%s', (_, level, durations, want) => {
  expect(nextQuality(level, durations)).toBe(want);
});
