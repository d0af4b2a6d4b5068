import { randomFrom } from './noise.ts';
import type { Dot } from './lines.ts';

/** Options of a line drawn by hand. */
type Hand = {
  /** Determines how the line bends. */
  seed: number;
  /** How far the line runs past its ends, in units of the drawing. Defaults to 0. */
  past?: number;
  /** Whether the line returns to its first point. Defaults to false. */
  closed?: boolean;
};

/** An SVG path through the points whose segments bend a little, as if drawn with a ruler and a soft pencil. */
export function handPath(points: Dot[], { seed, past = 0, closed = false }: Hand): string {
  const random = randomFrom(seed);
  const [first, ...rest] = closed ? [...points, ...points.slice(0, 1)] : points;
  if (first === undefined) return '';
  const next = rest[0] ?? first;
  const start = closed ? first : beyond(next, first, past);
  let path = `M${at(start)}`;
  rest.forEach((to, index) => {
    const from = index === 0 ? start : (rest[index - 1] ?? first);
    const end = !closed && index === rest.length - 1 ? beyond(from, to, past) : to;
    const length = Math.hypot(end.x - from.x, end.y - from.y);
    const bend = (random() - 0.5) * Math.min(3, length * 0.035);
    const across = length === 0 ? 0 : bend / length;
    const middle = {
      x: (from.x + end.x) / 2 - (end.y - from.y) * across,
      y: (from.y + end.y) / 2 + (end.x - from.x) * across,
    };
    path += `Q${at(middle)} ${at(end)}`;
  });
  return path;
}

/** The point `past` units behind `to`, seen from `from`. */
function beyond(from: Dot, to: Dot, past: number): Dot {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length === 0) return to;
  const part = past / length;
  return { x: to.x + (to.x - from.x) * part, y: to.y + (to.y - from.y) * part };
}

const at = ({ x, y }: Dot) => `${tenth(x)} ${tenth(y)}`;

const tenth = (value: number) => Math.round(value * 10) / 10;
