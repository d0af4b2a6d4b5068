import { smoothNoise, seedOf } from '../noise.ts';
import { pointsOf, type Ground, type PeakShape, type ViewPoint } from './peak-shape.ts';

/** The skyline at one column of a drawing. */
export type SkylinePoint = { z: number; rough: number; ground: Ground };

type ControlPoint = ViewPoint & { rough: number; ground: Ground };

// Noise between two points, as a fraction of their distance where rough is 1. At 0.4 it made tops that
// compete with named ones.
const noiseSize = 0.16;
// Below this roughness a top or a notch is round; above, it is a point.
const roundBelow = 0.13;
// Metres that noise stays below the summit.
const clearance = 4;

/** The control points of a skyline, from left to right. */
export const controlPointsOf = ({ skyline }: PeakShape): ControlPoint[] =>
  skyline.flatMap(({ line, rough, ground }) =>
    pointsOf(line).map((point) => ({ ...point, rough, ground })),
  );

/**
 * Even columns from `left` to `right`, in km. The nearest column of each control point is moved to it, so
 * that tops and notches are exact; where two points share a column, the higher one has it.
 */
export function columnsOf(shape: PeakShape, left: number, right: number, count: number): number[] {
  const step = (right - left) / (count - 1);
  const columns = Array.from({ length: count }, (_, at) => left + at * step);
  for (const { x } of controlPointsOf(shape).toSorted((a, b) => a.z - b.z)) {
    const at = Math.round((x - left) / step);
    if (at > 0 && at < count - 1) columns[at] = x;
  }
  return columns;
}

/** The skyline at ascending columns. Control points are exact; there is noise between them only. */
export function skylineOf(slug: string, shape: PeakShape, columns: number[]): SkylinePoint[] {
  const controls = controlPointsOf(shape);
  const noise = smoothNoise(seedOf(slug));
  let at = 0;
  return columns.map((x) => {
    while (at < controls.length - 2 && (controls[at + 1]?.x ?? x) <= x) at++;
    const from = controls[at];
    const to = controls[at + 1];
    if (from === undefined || to === undefined) throw new Error(`${slug} has no skyline`);
    const { rough, ground } = from;
    const length = to.x - from.x;
    const part = Math.min(1, Math.max(0, (x - from.x) / length));
    const wave = length / 3.1;
    const teeth = (noise(x / wave, 3) - 0.5) * 0.62 + (noise(x / (wave * 0.43), 9) - 0.5) * 0.38;
    const size = 2 * rough * noiseSize * Math.hypot(length * 1000, to.z - from.z);
    const z = between(controls, at, part) + teeth * size * Math.sin(Math.PI * part);
    return { z: x === 0 ? shape.heightM : Math.min(z, shape.heightM - clearance), rough, ground };
  });
}

// A monotone cubic where the ground is smooth, a straight line where it is rough.
function between(controls: ControlPoint[], at: number, part: number): number {
  const [before, from, to, after] = [-1, 0, 1, 2].map((step) => controls[at + step]);
  if (from === undefined || to === undefined) return 0;
  const slope = slopeOf(from, to);
  const tip = from.rough < roundBelow ? 0 : slope;
  const start = tangent(before && slopeOf(before, from), slope, tip);
  const end = tangent(after && slopeOf(to, after), slope, tip);
  const length = to.x - from.x;
  const rest = 1 - part;
  const curved =
    from.z * (1 + 2 * part) * rest ** 2 +
    start * length * part * rest ** 2 +
    to.z * part ** 2 * (3 - 2 * part) -
    end * length * part ** 2 * rest;
  const straight = from.z + (to.z - from.z) * part;
  const straightness = Math.min(1, Math.max(0, from.rough * 4 - 0.2));
  return curved + (straight - curved) * straightness;
}

const slopeOf = (from: ViewPoint, to: ViewPoint) => (to.z - from.z) / (to.x - from.x);

// The harmonic mean of both slopes, which never overshoots; `tip` where the slope changes its sign.
function tangent(other: number | undefined, own: number, tip: number): number {
  if (other === undefined) return own;
  return other * own <= 0 ? tip : (2 * other * own) / (other + own);
}
