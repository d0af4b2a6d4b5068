import { pathOf, simplified, type Dot } from './lines.ts';
import { ridgedNoise } from './noise.ts';

// The drawing is composed on 400 by 500 and written in tenths of its units.
const width = 400;
const scale = 10;
const step = 16; // units between two points of a line
const halo = 9; // units around the figure that the lines of the slope leave free
const tolerance = 0.2;
const shortest = 8; // units: what is left of a line between two limbs is a speck

/**
 * The climber as an SVG file, 4,000 by 5,000. Masks and clip paths of a file do not work through `use` in every browser, so
 * the lines are cut here: those of the slope around the figure, the hatching at its outline.
 */
export function climberFile(): string {
  const around = (dot: Dot) => awayFrom(dot) > halo;
  const inside = (dot: Dot) => awayFrom(dot) <= 0;
  const ridges = slope().map(
    (line, at) =>
      `<path stroke-opacity="${(0.25 + at * 0.02).toFixed(2)}" d="${cutPath([line], around)}"/>`,
  );
  return [
    '<svg xmlns="http://www.w3.org/2000/svg">',
    '<g id="climber" fill="none" stroke="currentColor" stroke-linejoin="round">',
    '<g stroke-width="12">',
    ...ridges,
    '</g>',
    `<path stroke-width="21" d="${cutPath(hatching(), inside)}"/>`,
    // The axe, in the hand ahead.
    '<path stroke-width="40" stroke-linecap="round" d="M2860 3660 3060 2360M2880 2400l340-60"/>',
    '</g>',
    `<path id="rope" fill="none" stroke="currentColor" stroke-width="30" stroke-linecap="round" d="${cutPath(rope, around)}"/>`,
    '</svg>\n',
  ].join('\n');
}

/** Points of a cubic Bézier curve. */
function curve(from: Dot, control1: Dot, control2: Dot, to: Dot): Dot[] {
  const count = 80;
  return Array.from({ length: count + 1 }, (_, at) => {
    const [t, rest] = [at / count, 1 - at / count];
    const mix = (a: number, b: number, c: number, d: number) =>
      rest ** 3 * a + 3 * rest ** 2 * t * b + 3 * rest * t ** 2 * c + t ** 3 * d;
    return {
      x: mix(from.x, control1.x, control2.x, to.x),
      y: mix(from.y, control1.y, control2.y, to.y),
    };
  });
}

const dot = (x: number, y: number): Dot => ({ x, y });

const rope = [
  curve(dot(-6, 486), dot(70, 470), dot(150, 420), dot(196, 318)),
  curve(dot(212, 300), dot(270, 268), dot(330, 216), dot(406, 150)),
];

/** Points of a quadratic Bézier curve. */
function bend(from: Dot, control: Dot, to: Dot): Dot[] {
  const toward = (end: Dot) => dot((end.x + 2 * control.x) / 3, (end.y + 2 * control.y) / 3);
  return curve(from, toward(from), toward(to), to);
}

/** The figure: lines with round ends. Head with hood, pack, body leaning uphill, arms and legs. */
const limbs: { line: Dot[]; radius: number }[] = [
  { line: [dot(238, 160)], radius: 25 },
  { line: [...bend(dot(182, 214), dot(150, 218), dot(144, 262)), dot(150, 300)], radius: 22 },
  { line: bend(dot(224, 206), dot(206, 250), dot(196, 306)), radius: 27 },
  { line: bend(dot(230, 210), dot(252, 250), dot(262, 276)), radius: 11 },
  { line: bend(dot(232, 208), dot(272, 226), dot(302, 256)), radius: 11 },
  { line: [dot(204, 312), dot(252, 346), dot(244, 408), dot(268, 410)], radius: 16 },
  { line: [dot(190, 312), dot(178, 376), dot(140, 434), dot(162, 442)], radius: 16 },
];

/** The distance of a point from the figure; not positive inside it. */
const awayFrom = (from: Dot): number =>
  Math.min(
    ...limbs.flatMap(({ line, radius }) =>
      line.map((end, at) => distance(from, line[at - 1] ?? end, end) - radius),
    ),
  );

function distance({ x, y }: Dot, start: Dot, end: Dot): number {
  const [across, down] = [end.x - start.x, end.y - start.y];
  const length = across ** 2 + down ** 2;
  const along = length === 0 ? 0 : ((x - start.x) * across + (y - start.y) * down) / length;
  const part = Math.max(0, Math.min(1, along));
  return Math.hypot(x - start.x - part * across, y - start.y - part * down);
}

// A slope that rises with the rope, and the air above it.
function slope(): Dot[][] {
  const noise = ridgedNoise(2017, 3);
  return Array.from({ length: 30 }, (_, line) =>
    lineAlong((x) => {
      const base = 70 + line * 17 - x * 0.26 * (line / 30);
      return base - (8 + line) * noise(x / 120, line / 4) * (line / 18);
    }),
  );
}

function hatching(): Dot[][] {
  const noise = ridgedNoise(2017, 3);
  return Array.from({ length: 66 }, (_, line) =>
    lineAlong((x) => 128 + line * 5 - x * 0.12 + 4 * noise(x / 60, line / 6)),
  );
}

// Straight between two heights, with a point at each unit, where it can be cut.
function lineAlong(heightAt: (x: number) => number): Dot[] {
  return Array.from({ length: width + 1 }, (_, x) => {
    const from = Math.floor(x / step) * step;
    const part = (x - from) / step;
    return dot(x, heightAt(from) * (1 - part) + heightAt(from + step) * part);
  });
}

/** The path of the pieces of lines whose points are shown. */
function cutPath(lines: Dot[][], isShown: (dot: Dot) => boolean): string {
  const pieces: Dot[][] = [];
  for (const line of lines) {
    let piece: Dot[] = [];
    for (const each of line) {
      if (!isShown(each)) piece = [];
      else if (piece.push(each) === 1) pieces.push(piece);
    }
  }
  const long = pieces.filter((piece) => {
    const [first, last] = [piece[0], piece.at(-1)];
    return first !== undefined && last !== undefined && distance(last, first, first) > shortest;
  });
  const tenths = long.map((piece) =>
    simplified(piece, tolerance).map(({ x, y }) => dot(x * scale, y * scale)),
  );
  return pathOf(tenths);
}
