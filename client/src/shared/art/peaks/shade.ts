import { clamp, ease, foot, mix, type Ground } from './ground.ts';
import { pointsOf } from './peak-shape.ts';

// Rows 0 to 3 of four are drawn where more than this part of all lines is wanted.
const hatching = [0, 0.56, 0.28, 0.8];

/**
 * The opacities of one line. Light comes from the upper left: snow in the light is almost blank, rock has
 * lines, and what turns to the right has most. Where ink is lighter than its ground, the light is on the right.
 * `gap` is as in Extent.
 */
export function tonesOf(
  ground: Ground,
  line: number[],
  row: number,
  depths: number[],
  gap: number,
): number[] {
  const { relief, shape, snow, sky } = ground;
  const depth = depths[row] ?? 0;
  const down = depth / foot;
  const frame = (shape.frameKm[1] - shape.frameKm[0]) * 1000;
  const step = (relief * shape.stretch * (depths[1] ?? 0)) / foot / frame;
  return line.map((metres, at) => {
    const high = clamp(metres / relief);
    if (row === 0) return Math.max(0.62, 0.5 + 0.5 * high) * clamp(0.2 + high * 5);
    const crest = crestOf(ground, row, depths, at);
    if (crest !== undefined) return crest;
    if (down >= 1) return 0.22;
    const shadow = shadowAt(ground, line, at);
    if (isCliff(ground, metres, at)) return 0.78;
    const above = ease(clamp((metres + shape.baseM - shape.snowLineM) / (relief * 0.12) + 0.5));
    const white = clamp((snow[at] ?? 0) * above * 1.6 - rockAt(ground, at, depth));
    // Where the land is low its lines are near each other.
    const tall = (sky[at] ?? 0) / relief;
    const room = clamp((step * (0.15 + 0.85 * tall)) / gap, 0.2, 1);
    const wanted = mix(0.5 + 0.5 * shadow, 0.1 + 0.9 * shadow, white) * room;
    const ink =
      mix(0.4 + 0.5 * shadow, 0.2 + 0.55 * shadow, white) *
      (1 - 0.5 * down ** 1.4) *
      clamp(tall * 9);
    return ink * clamp((wanted - (hatching[row % 4] ?? 0)) * 5 + 0.1);
  });
}

// 0 in full light, 1 in the shadow: Lambert's law on a slope that falls toward the viewer.
function shadowAt(
  { columns, sky, relief, frameColumns }: Ground,
  line: number[],
  at: number,
): number {
  const reach = Math.max(1, Math.round(frameColumns / 75));
  const [from, to] = [Math.max(0, at - reach), Math.min(line.length - 1, at + reach)];
  const run = ((columns[to] ?? 0) - (columns[from] ?? 0)) * 1000;
  const across = ((line[to] ?? 0) - (line[from] ?? 0)) / Math.max(1, run);
  const toward = (0.8 * (sky[at] ?? 0)) / relief;
  const light = (0.62 * across + 0.62 + 0.48 * toward) / Math.hypot(across, 1, toward);
  return ease(clamp((0.82 - light) / 0.42));
}

// Whether a line is at the edge of an ice cliff.
const isCliff = ({ cliffs }: Ground, metres: number, at: number): boolean =>
  cliffs.some((cliff) => {
    const { middle, half } = cliff[at] ?? { middle: 0, half: 0 };
    return Math.abs(metres - middle) < half * 1.02;
  });

// Where rock shows through the snow of mixed ground.
function rockAt(ground: Ground, at: number, depth: number): number {
  const x = (ground.columns[at] ?? 0) / ground.span;
  return (
    clamp((ground.gullies(x * 26 + 11, depth * 7 + 5) - 0.3) * 2.2) * (ground.rough[at] ?? 0) * 2
  );
}

// The opacity of the crest of a nearer mountain, if this line is one.
function crestOf(
  { shape, columns }: Ground,
  row: number,
  depths: number[],
  at: number,
): number | undefined {
  const front = shape.fronts.find(
    ({ depth }) => (depths[row] ?? 0) >= depth && (depths[row - 1] ?? 1) < depth,
  );
  if (front === undefined) return undefined;
  const path = pointsOf(front.line);
  const [first, last] = [path[0]?.x ?? 0, path.at(-1)?.x ?? 0];
  const edge = (last - first) * 0.1;
  const x = columns[at] ?? 0;
  return x > first + edge && x < last - edge ? (front.strength ?? 0.62) : undefined;
}
