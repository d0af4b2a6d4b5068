import { ridgedNoise, seedOf, smoothNoise } from '../noise.ts';
import { pointsOf, type PeakShape, type ViewPoint } from './peak-shape.ts';
import { skylineOf, type SkylinePoint } from './skyline.ts';

/** The depth of the foot of the mountain: 0 is the skyline, 1 the near edge of the plain. */
export const foot = 0.8;

/** A shape at the columns of a drawing. */
export type Ground = {
  shape: PeakShape;
  columns: number[];
  /** Width of the drawing, in km. */
  span: number;
  /** Width of the frame in columns. */
  frameColumns: number;
  relief: number;
  /** Height of the skyline above the base, in metres. */
  sky: number[];
  rough: number[];
  /** 1 where the ground holds snow, 0 where it is bare. */
  snow: number[];
  gullies: (x: number, y: number) => number;
  swell: (x: number, y: number) => number;
  /** For each ice cliff, at each column, its middle above the base and half of its height, in metres. */
  cliffs: { middle: number; half: number }[][];
};

/** Measures a shape at columns, in km. Beyond its frame the land falls to the plain within `marginKm`. */
export function groundOf(
  slug: string,
  shape: PeakShape,
  columns: number[],
  marginKm: number,
): Ground {
  const line = skylineOf(slug, shape, columns);
  const span = (columns.at(-1) ?? 0) - (columns[0] ?? 0);
  const frameColumns = (columns.length * (shape.frameKm[1] - shape.frameKm[0])) / span;
  const seed = seedOf(slug);
  return {
    shape,
    columns,
    span,
    frameColumns,
    relief: shape.heightM - shape.baseM,
    sky: line.map(({ z }, at) =>
      Math.max(0, (z - shape.baseM) * insideFrame(columns[at] ?? 0, shape.frameKm, marginKm)),
    ),
    rough: blur(
      line.map(({ rough }) => rough),
      frameColumns / 60,
    ),
    snow: blur(line.map(snowOn), frameColumns / 26),
    gullies: ridgedNoise(seed ^ 0x9e37, 4, 0.7),
    swell: smoothNoise(seed ^ 0x51ed),
    cliffs: shape.iceCliffs.map((cliff) => cliffOf(shape, pointsOf(cliff), columns)),
  };
}

const snowOn = ({ ground, rough }: SkylinePoint) =>
  ground === 'snow' ? 1 : ground === 'mixed' ? 0.55 - 0.5 * rough : 0;

// 1 in the frame; beyond it the land falls to the plain within most of the margin.
function insideFrame(x: number, [left, right]: [number, number], marginKm: number): number {
  const out = Math.max(left - x, x - right, 0);
  return out === 0 || marginKm === 0 ? 1 : 1 - ease(clamp(out / (marginKm * 0.85)));
}

// An ice cliff is as high as this fraction of the relief, and lower at its ends.
const cliffHeight = 0.08;

function cliffOf({ heightM, baseM }: PeakShape, cliff: ViewPoint[], columns: number[]) {
  const [left, right] = [cliff[0]?.x ?? 0, cliff.at(-1)?.x ?? 0];
  return columns.map((x) => {
    const end = Math.max(0, Math.min(x - left, right - x)) / ((right - left) * 0.2);
    const half = ((heightM - baseM) * cliffHeight * clamp(end) ** 0.5) / 2;
    return { middle: heightAt(cliff, x) - baseM, half };
  });
}

/** The altitude of a line at x, or -Infinity outside of it. */
export function heightAt(line: ViewPoint[], x: number): number {
  const next = line.findIndex((point) => point.x > x);
  const [from, to] = [line[next - 1], line[next]];
  if (from === undefined || to === undefined) return -Infinity;
  return from.z + ((to.z - from.z) * (x - from.x)) / (to.x - from.x);
}

/** Two passes of a box filter. */
export function blur(values: number[], radius: number): number[] {
  if (radius < 1) return values;
  return [0, 1].reduce((given) => {
    const sums = [0];
    given.forEach((value) => sums.push((sums.at(-1) ?? 0) + value));
    return given.map((_, at) => {
      const from = Math.max(0, Math.round(at - radius));
      const to = Math.min(given.length - 1, Math.round(at + radius));
      return ((sums[to + 1] ?? 0) - (sums[from] ?? 0)) / (to + 1 - from);
    });
  }, values);
}

/** `value`, at least `low` and at most `high`. */
export const clamp = (value: number, low = 0, high = 1) => Math.min(high, Math.max(low, value));
/** A smooth step from 0 to 1. */
export const ease = (t: number) => t * t * (3 - 2 * t);
/** Interpolates: `part` 0 is `from`, 1 is `to`. */
export const mix = (from: number, to: number, part: number) => from + (to - from) * part;
