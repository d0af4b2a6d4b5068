import { pathOf, simplified, visibleParts, type Dot } from './lines.ts';
import { summitOf, type Massif } from './massif.ts';

/** Where a massif is drawn, in units of the viewBox. */
export type Place = {
  /** Width of the whole drawing. */
  width: number;
  /** y of the base of the farthest line. */
  foot: number;
  /** How far a line may be from its points. */
  tolerance: number;
};

/** All visible pieces of one opacity, as one path. */
export type Stroke = {
  path: string;
  opacity: number;
  /** Near the summit, in the accent colour. */
  high: boolean;
  /** On the lines of the skyline, dashed for an attempt. */
  crest: boolean;
};

/** Points per step of opacity: fewer make longer files. */
const chunk = 4;
const opacities = [0, 0.16, 0.3, 0.46, 0.66, 0.9];
/** A run that is not wider than this, in tolerances, is a speck. */
const shortest = 4;
/** The fraction of the summit's height above which lines have the accent colour. */
export const accentAbove = 0.9;

/** The lines of a massif without hidden parts, one path per opacity. */
export function strokesOf(massif: Massif, place: Place): Stroke[] {
  const summit = summitOf(massif);
  const groups = new Map<string, Omit<Stroke, 'path'> & { pieces: Dot[][] }>();
  const all = Array.from({ length: massif.rows }, (_, row) => dotsOf(massif, row, place));
  visibleParts(all).forEach((pieces, row) => {
    const crest = row < massif.crestRows;
    const looks = looksOf(massif, row, summit);
    const lookOf = ({ x }: Dot) => {
      const point = Math.round((x / place.width) * (massif.points - 1));
      return looks[Math.floor(point / chunk)] ?? { opacity: 0.14, high: false };
    };
    for (const { dots, opacity, high } of pieces.flatMap((piece) => runsOf(piece, lookOf))) {
      const key = `${opacity} ${high} ${crest}`;
      const group = groups.get(key) ?? { opacity, high, crest, pieces: [] };
      if (widthOf(dots) > place.tolerance * shortest)
        group.pieces.push(simplified(dots, place.tolerance));
      groups.set(key, group);
    }
  });
  return [...groups.values()]
    .map(({ pieces, ...look }) => ({ ...look, path: pathOf(pieces) }))
    .filter(({ path }) => path !== '')
    .toSorted((a, b) => a.opacity - b.opacity);
}

const widthOf = (dots: Dot[]) => (dots.at(-1)?.x ?? 0) - (dots[0]?.x ?? 0);

function dotsOf({ heights, drops, points }: Massif, row: number, { width, foot }: Place): Dot[] {
  const base = foot + (drops[row] ?? 0) * width;
  return Array.from(heights.subarray(row * points, (row + 1) * points), (height, at) => ({
    x: (at / (points - 1)) * width,
    y: base - height * width,
  }));
}

type Look = { opacity: number; high: boolean };

function looksOf({ heights, tones, points }: Massif, row: number, summit: number): Look[] {
  return Array.from({ length: Math.ceil(points / chunk) }, (_, at) => {
    const from = row * points + at * chunk;
    const to = Math.min(from + chunk, (row + 1) * points);
    const mean = (values: Float32Array) =>
      values.subarray(from, to).reduce((sum, value) => sum + value, 0) / (to - from);
    const tone = mean(tones);
    const opacity = opacities.reduce((best, each) =>
      Math.abs(each - tone) < Math.abs(best - tone) ? each : best,
    );
    return { opacity, high: mean(heights) > summit * accentAbove };
  });
}

// Splits a piece where its look changes; both parts have the point between them.
function runsOf(piece: Dot[], lookOf: (dot: Dot) => Look): (Look & { dots: Dot[] })[] {
  const runs: (Look & { dots: Dot[] })[] = [];
  for (const dot of piece) {
    const look = lookOf(dot);
    const last = runs.at(-1);
    if (last === undefined) runs.push({ ...look, dots: [dot] });
    else {
      last.dots.push(dot);
      if (last.opacity !== look.opacity || last.high !== look.high)
        runs.push({ ...look, dots: [dot] });
    }
  }
  return runs.filter(({ dots, opacity }) => dots.length > 1 && opacity > 0);
}

/** The outline of all lines, closed below at `bottom`. It hides what is behind the mountain. */
export function bodyOf(massif: Massif, place: Place, bottom: number): string {
  const lines = Array.from({ length: massif.rows }, (_, row) => dotsOf(massif, row, place));
  const outline = (lines[0] ?? []).map(({ x }, at) => ({
    x,
    y: Math.min(...lines.map((line) => line[at]?.y ?? place.foot)),
  }));
  return `${pathOf([simplified(outline, place.tolerance)])}V${bottom}H0z`;
}
