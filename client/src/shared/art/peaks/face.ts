import type { Extent, Massif } from '../massif.ts';
import { blur, clamp, ease, foot, groundOf, heightAt, type Ground } from './ground.ts';
import { pointsOf, type Front, type PeakShape, type Rib, type ViewPoint } from './peak-shape.ts';
import { tonesOf } from './shade.ts';
import { columnsOf } from './skyline.ts';

/** Draws the lines of a shape, a step for each. Deterministic: the slug seeds the noise. */
export function* shapeSteps(
  slug: string,
  shape: PeakShape,
  extent: Extent,
): Generator<undefined, Massif> {
  const { face, plain, points, margin } = extent;
  const [left, right] = shape.frameKm;
  const frame = right - left;
  const span = frame * (1 + 2 * margin);
  const columns = columnsOf(shape, left - margin * frame, right + margin * frame, points);
  const ground = groundOf(slug, shape, columns, frame * margin);
  const rows = face + plain;
  const unit = shape.stretch / (span * 1000); // of a metre, in widths of the drawing
  const heights = new Float32Array(rows * points);
  const tones = new Float32Array(rows * points);
  const depths = depthsOf(face, plain);
  for (const [row, depth] of depths.entries()) {
    const line = lineAt(ground, depth);
    const tone = tonesOf(ground, line, row, depths, extent.gap);
    heights.set(
      line.map((metres) => metres * unit),
      row * points,
    );
    tones.set(tone, row * points);
    yield;
  }
  const drops = Float32Array.from(
    depths,
    (depth) => dropOf(depth, extent.reach) / (1 + 2 * margin),
  );
  return { rows, points, heights, tones, drops, crestRows: Math.ceil(face * 0.08) };
}

const depthsOf = (face: number, plain: number): number[] => [
  ...Array.from({ length: face }, (_, row) => (row / face) * foot),
  ...Array.from({ length: plain }, (_, row) => foot + ((row + 1) / plain) * (1 - foot)),
];

// Perspective: lines are close to each other up to the foot, and spread over the plain.
function dropOf(depth: number, reach: number): number {
  if (depth < foot) return 0.035 * (depth / foot) ** 1.6;
  return 0.035 + (reach - 0.035) * ((depth - foot) / (1 - foot)) ** 1.7;
}

// The heights of one line above the base, in metres.
function lineAt(ground: Ground, depth: number): number[] {
  const { sky, relief, columns, span, shape } = ground;
  const down = depth / foot;
  const fall = down < 1 ? (1 - down) ** 1.12 : 0;
  // Far lines repeat the crest, near ones forget its teeth.
  const body = blur(sky, depth * ground.frameColumns * 0.055).map((metres) => metres * fall);
  const line = body.map((metres, at) => withGullies(ground, metres, at, depth));
  if (down > 0 && down < 1) {
    addCliffs(ground, line, body);
    shape.ribs.forEach((rib) => addRib(ground, line, body, rib, depth));
  }
  shape.fronts.forEach((front) => addFront(ground, line, front, depth));
  return line.map((metres, at) => {
    const x = (columns[at] ?? 0) / span;
    const swell =
      down < 0.6
        ? 0
        : ground.swell(x * 60, depth * 26) * relief * 0.016 * clamp((down - 0.6) * 2.5);
    // Nothing rises above the skyline: the silhouette is the likeness.
    const limit = depth === 0 ? Infinity : Math.max(0, (sky[at] ?? 0) - relief * 0.004);
    return Math.max(0, Math.min(metres, limit)) + swell;
  });
}

function withGullies(ground: Ground, metres: number, at: number, depth: number): number {
  const down = depth / foot;
  if (down >= 1) return metres;
  const frame = ground.shape.frameKm[1] - ground.shape.frameKm[0];
  const across = ((ground.columns[at] ?? 0) / frame) * (1 + 0.5 * depth); // they spread toward the foot
  const coarse = ground.gullies(across * 15 + 40, depth * 2.6) - 0.42;
  const fine = ground.gullies(across * 46 + 7, depth * 9 + 3) - 0.42;
  const local = 0.35 * metres + 0.65 * (ground.sky[at] ?? 0) * (1 - down);
  const most = Math.sin(Math.PI * down ** 0.6); // none at the crest, none at the foot
  return metres + (ground.rough[at] ?? 0) * (0.3 * coarse + 0.11 * fine) * local * most;
}

// Lines keep away from an ice cliff, which leaves a blank band with an edge above and below.
function addCliffs({ cliffs }: Ground, line: number[], body: number[]): void {
  for (const cliff of cliffs)
    cliff.forEach(({ middle, half }, at) => {
      const away = ((body[at] ?? 0) - middle) / half;
      if (Math.abs(away) < 1) line[at] = middle + half * Math.sign(away) * Math.abs(away) ** 0.35;
    });
}

// The rib meets a line where its altitude is that of the line: there it is a tent with a trough on each side.
function addRib(ground: Ground, line: number[], body: number[], rib: Rib, depth: number): void {
  const { columns, shape, relief, span } = ground;
  const path = pointsOf(rib.line);
  const step = span / (columns.length - 1);
  const columnOf = (x: number) => Math.round((x - (columns[0] ?? 0)) / step);
  const samples = 80;
  for (let sample = 0; sample <= samples; sample++) {
    const { x, z } = pointOn(path, sample / samples);
    const metres = z - shape.baseM;
    const here = body[columnOf(x)] ?? 0;
    if (here < metres - relief * 0.004) continue;
    if (sample === 0 && here > metres + relief * 0.03) return; // the line is above the rib
    const along = Math.sin(Math.PI * clamp(0.08 + (sample / samples) * 0.92)) ** 0.6;
    const size =
      relief * (rib.size ?? 0.06) * clamp(depth * 14) * along * clamp(metres / (relief * 0.12));
    const width = (1.5 * size) / rib.slope / 1000;
    columns.forEach((column, at) => {
      const away = Math.abs(column - x) / width;
      if (away >= 4) return;
      const trough = 0.32 * Math.max(0, 1 - Math.abs(away - 1.5) / 1.5);
      const flank = 0.8 * (1 - away / 4);
      line[at] = (line[at] ?? 0) + size * (Math.max(0, 1 - away) - trough + flank);
    });
    return;
  }
}

function addFront(ground: Ground, line: number[], front: Front, depth: number): void {
  if (depth < front.depth) return;
  const { columns, shape, span } = ground;
  const path = pointsOf(front.line);
  const [first, last] = [path[0], path.at(-1)];
  if (first === undefined || last === undefined) return;
  const fall = (1 - (depth - front.depth) / (1.04 - front.depth)) ** 1.4;
  columns.forEach((x, at) => {
    const metres = heightAt(path, x) - shape.baseM;
    const edge = Math.min(x - first.x, last.x - x) / ((last.x - first.x) * 0.12);
    if (metres <= 0 || edge <= 0) return;
    const teeth = ground.gullies((x / span) * 90 + 90, depth * 4) - 0.42;
    const rise = metres * (1 + teeth * (front.rough ?? 0.4) * 0.22) * fall * ease(clamp(edge));
    line[at] = Math.max(line[at] ?? 0, rise);
  });
}

function pointOn(line: ViewPoint[], part: number): ViewPoint {
  const place = part * (line.length - 1);
  const at = Math.min(line.length - 2, Math.floor(place));
  const [from, to] = [line[at], line[at + 1]];
  if (from === undefined || to === undefined) return { x: 0, z: 0 };
  const rest = place - at;
  return { x: from.x + (to.x - from.x) * rest, z: from.z + (to.z - from.z) * rest };
}
