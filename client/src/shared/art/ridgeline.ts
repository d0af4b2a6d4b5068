import { finish, openingOf, type Extent, type Massif, type Mountain } from './massif.ts';
import { randomFrom, ridgedNoise, seedOf } from './noise.ts';

/** Metres. The tallest mountain; all others are on its scale. */
const scaleTop = 8848;

type Peak = { x: number; depth: number; rise: number; width: number };

/**
 * Draws a mountain without a shape of its own: the slug seeds a massif of noise, whose summit is to scale.
 * Deterministic. The server draws the same in client/site/documents/ridge.go.
 */
export const noiseMassif = (mountain: Mountain, extent: Extent): Massif =>
  finish(noiseSteps(mountain, extent));

/** The same in steps, one for each line. */
export function* noiseSteps(mountain: Mountain, extent: Extent): Generator<undefined, Massif> {
  const { points, margin } = extent;
  const rows = extent.face + extent.plain;
  const seed = seedOf(mountain.slug);
  const peaks = peaksFrom(randomFrom(seed));
  const crests = ridgedNoise(seed, 5);
  const field = new Float32Array(rows * points);
  for (let row = 0; row < rows; row++) {
    for (let point = 0; point < points; point++) {
      field[row * points + point] = heightAt(peaks, crests, point / (points - 1), row / (rows - 1));
    }
    yield;
  }
  const tallest = field.reduce((a, b) => Math.max(a, b), 0);
  const summit = ((mountain.heightM / scaleTop) * noiseRise) / (1 + 2 * margin) ** 1.5;
  return {
    rows,
    points,
    heights: field.map((height) => (height / tallest) * summit),
    tones: field.map((height) => toneOf(height / tallest)),
    drops: Float32Array.from(
      { length: rows },
      (_, row) => openingOf(row / (rows - 1)) * noiseReach(extent),
    ),
    crestRows: Math.round(rows * 0.4),
  };
}

/** The height of 8,848 m, as a fraction of the width of a drawing without a margin. */
const noiseRise = 0.47;

// The plain begins behind the mountain, so its near edge is not as far down as that of a shape.
const noiseReach = ({ reach, margin }: Extent) => Math.min(0.25, reach / (1 + 2 * margin));

// Brighter with height.
function toneOf(high: number): number {
  if (high < 0.28) return 0.15 + high;
  return Math.min(1, 0.43 + ((high - 0.28) / 0.54) * 0.57);
}

// One summit, far enough back to be visible as a whole, and lower peaks around it.
function peaksFrom(random: () => number): Peak[] {
  const summit: Peak = { x: 0.5, depth: 0.21, rise: 1, width: 0.085 + random() * 0.045 };
  const companions = Array.from({ length: 16 }, (_, at): Peak => {
    const [side, reach] = at % 2 === 0 ? [-1, 0.15] : [1, 0.34];
    const away = random();
    return {
      x: 0.5 + side * (0.03 + away * reach),
      depth: 0.04 + random() * 0.5,
      rise: 0.34 + random() * 0.4 - away * 0.14,
      width: 0.045 + random() * 0.06,
    };
  });
  return [summit, ...companions];
}

function heightAt(
  peaks: Peak[],
  crests: (x: number, y: number) => number,
  x: number,
  depth: number,
): number {
  const body = peaks.reduce((sum, peak) => sum + rise(peak, x, depth) ** 2, 0) ** 0.5;
  const crest = crests(x * 12, depth * 6);
  const fine = crests(x * 38 + 90, depth * 16);
  const rock = 0.56 + 0.34 * crest ** 1.5 + 0.1 * fine * crest;
  return (body + 0.34 * shoulder(x, depth)) * rock + 0.018 * crest + 0.008 * fine;
}

// Steep near the top and flat at the foot.
function rise(peak: Peak, x: number, depth: number): number {
  const across = (x - peak.x) / peak.width;
  const along = (depth - peak.depth) / (peak.width * 2.1);
  return peak.rise * Math.exp(-Math.sqrt(across * across + along * along + 0.02));
}

// The plateau below the peaks; it extends to the outer side of the page.
function shoulder(x: number, depth: number): number {
  const across = (x - 0.56) / (x < 0.56 ? 0.13 : 0.24);
  const along = (depth - 0.26) / 0.24;
  return Math.exp(-(across * across) - along * along);
}
