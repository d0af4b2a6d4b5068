import { pathOf, simplified, type Dot } from '../../../shared/art/lines.ts';
import { ridgedNoise } from '../../../shared/art/noise.ts';

/** The viewBox of the drawing; CSS stretches it. */
export const climbBox = { width: 1400, height: 600 };

/** Height in metres; x in slots: the first year is from 0 to 1. */
type Place = { x: number; height: number };

const tallest = 8848;
const foot = 560; // y of the valley
const steps = 22;
const saddle = 0.5; // fraction of the lower of two neighbours
const layers = [1, 0.8, 0.62, 0.45, 0.3, 0.17, 0.06];

/** An SVG file with the skyline of the years and the lines below it, in the units of climbBox. */
export function climbFile(years: number[][]): string {
  const [skyline = '', ...ground] = climbLines(years).map(
    (line) => `vector-effect="non-scaling-stroke" d="${pathOf([simplified(line, 0.4)])}"`,
  );
  return [
    '<svg xmlns="http://www.w3.org/2000/svg">',
    `<path id="skyline" ${skyline}/>`,
    '<g id="ground">',
    ...ground.map((line) => `<path ${line}/>`),
    '</g></svg>\n',
  ].join('\n');
}

/** A skyline with the mountains of all years, to scale, and the lines below it. The first is the skyline. */
export function climbLines(years: number[][]): Dot[][] {
  const skyline = addNoise(withSaddles(summitsOf(years), years.length));
  const slots = years.length;
  return layers.map((part, at) => dotsOf(lowered(skyline, part, at), slots));
}

function summitsOf(years: number[][]): Place[] {
  return years.flatMap((heights, slot) =>
    heights.length === 0
      ? [{ x: slot + 0.5, height: 0 }]
      : heights.map((height, at) => ({ x: slot + (at + 1) / (heights.length + 1), height })),
  );
}

function withSaddles(summits: Place[], slots: number): Place[] {
  const between = summits.flatMap((summit, at) => {
    const next = summits[at + 1];
    if (next === undefined) return [summit];
    const height = saddle * Math.min(summit.height, next.height);
    return [summit, { x: (summit.x + next.x) / 2, height }];
  });
  const last = summits.at(-1)?.height ?? 0;
  return [{ x: 0, height: 0 }, ...between, { x: slots, height: saddle * last }];
}

// Steep below a summit and flat toward a saddle; never higher than the summit.
function addNoise(places: Place[]): Place[] {
  const crests = ridgedNoise(tallest, 4);
  return places.flatMap((from, at) => {
    const to = places[at + 1];
    if (to === undefined) return [from];
    const drop = Math.abs(to.height - from.height);
    return Array.from({ length: steps }, (_, step) => {
      const t = step / steps;
      const eased = to.height > from.height ? t ** 1.3 : 1 - (1 - t) ** 1.3;
      const crest =
        (crests(at * 5 + t * 5, 1) - 0.35) * Math.sin(Math.PI * t) * (0.42 * drop + 160);
      const height = from.height + (to.height - from.height) * eased + crest;
      const limit = Math.max(from.height, to.height, 240);
      return { x: from.x + (to.x - from.x) * t, height: Math.max(0, Math.min(height, limit)) };
    });
  });
}

function lowered(skyline: Place[], part: number, layer: number): Place[] {
  if (part === 1) return skyline;
  const crests = ridgedNoise(tallest + layer, 3);
  return skyline.map(({ x, height }) => ({
    x,
    height: height * part * (0.8 + 0.35 * crests(x * 3, layer)),
  }));
}

const dotsOf = (line: Place[], slots: number): Dot[] =>
  line.map(({ x, height }) => ({
    x: (x / slots) * climbBox.width,
    y: foot - (height / tallest) * (foot - 30),
  }));
