import { randomFrom, ridgedNoise, seedOf } from './noise.ts';

/** Metres. The tallest mountain fills the drawing; all others are on its scale. */
const scaleTop = 8848;

/** A mountain to draw. The slug is the seed of the shape; only the height is real. */
export type Mountain = { slug: string; heightM: number };

/**
 * A massif as profile lines, from the far one to the near one. Values are heights from 0 (the plain)
 * to heightM / 8848 (the summit, reached by exactly one point).
 */
export type Massif = { rows: number; points: number; heights: Float32Array };

type Peak = { x: number; depth: number; rise: number; width: number };

/** Generates the lines of a mountain. Deterministic. */
export function massifOf(mountain: Mountain, rows = 74, points = 330): Massif {
  const seed = seedOf(mountain.slug);
  const peaks = peaksFrom(randomFrom(seed));
  const crests = ridgedNoise(seed, 5);
  const heights = new Float32Array(rows * points);
  for (let row = 0; row < rows; row++) {
    for (let point = 0; point < points; point++) {
      const x = point / (points - 1);
      const depth = row / (rows - 1);
      heights[row * points + point] = heightAt(peaks, crests, x, depth);
    }
  }
  return { rows, points, heights: toScale(heights, mountain.heightM / scaleTop) };
}

/** Interpolates between two mountains: `progress` 0 is the first, 1 the second. */
export function interpolate(from: Massif, to: Massif, progress: number): Massif {
  const heights = to.heights.map((height, at) => {
    const start = from.heights[at] ?? height;
    return start + (height - start) * progress;
  });
  return { ...to, heights };
}

/** The height of the tallest point, in the unit of `heights`. */
export const summitOf = (massif: Massif): number =>
  massif.heights.reduce((a, b) => Math.max(a, b), 0);

// One summit, far enough back to be visible as a whole, and lower peaks around it.
function peaksFrom(random: () => number): Peak[] {
  const summit: Peak = { x: 0.5, depth: 0.21, rise: 1, width: 0.06 + random() * 0.035 };
  const companions = Array.from({ length: 16 }, (_, at): Peak => {
    const [side, reach] = at % 2 === 0 ? [-1, 0.15] : [1, 0.34];
    const away = random();
    return {
      x: 0.5 + side * (0.03 + away * reach),
      depth: 0.04 + random() * 0.5,
      rise: 0.34 + random() * 0.4 - away * 0.14,
      width: 0.026 + random() * 0.045,
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
  const crest = crests(x * 21, depth * 17);
  const fine = crests(x * 67 + 90, depth * 41);
  const rock = 0.12 + 0.72 * crest ** 1.5 + 0.34 * fine * crest;
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

function toScale(heights: Float32Array, summit: number): Float32Array {
  const tallest = heights.reduce((a, b) => Math.max(a, b), 0);
  return heights.map((height) => (height / tallest) * summit);
}
