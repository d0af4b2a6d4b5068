import { geoNaturalEarth1, geoPath, type GeoPermissibleObjects } from 'd3-geo';
import { pathOf, simplified, type Dot } from './lines.ts';
import { drawnMountains, type DrawnMountain } from './mountains.ts';
import { ridgedNoise } from './noise.ts';

/** The viewBox of the map. `sky` is an empty strip at the top, for labels. */
export const worldMap = { width: 1000, height: 580, sky: 96 };

const spacing = 4.8; // between two lines
const step = 0.5; // between two points of a line
const rise = 70; // height of 8,848 m

/** Longitude and latitude of each summit. */
const places: Record<string, [number, number]> = {
  kilimanjaro: [37.36, -3.08],
  'mont-blanc': [6.87, 45.83],
  elbrus: [42.44, 43.35],
  aconcagua: [-70.01, -32.65],
  denali: [-151.01, 63.07],
  carstensz: [137.16, -4.08],
  everest: [86.93, 27.99],
  vinson: [-85.62, -78.53],
  'annapurna-i': [83.82, 28.6],
  'ama-dablam': [86.86, 27.86],
  lhotse: [86.93, 27.96],
  manaslu: [84.56, 28.55],
  'broad-peak': [76.57, 35.81],
  k2: [76.51, 35.88],
};

type Summit = DrawnMountain & Dot;
type Line = { y: number; spans: [number, number][] };

export type WorldDrawing = { land: string; climbed: string; attempted: string; summits: Summit[] };

/** The land as horizontal lines that rise at the fourteen summits, on one scale. */
export function worldOf(land: GeoPermissibleObjects): WorldDrawing {
  const projection = geoNaturalEarth1().fitExtent(
    [
      [0, worldMap.sky],
      [worldMap.width, worldMap.height - 4],
    ],
    land,
  );
  const lines = linesOf(outlinesOf(land, geoPath(projection)));
  const summits = drawnMountains.map((mountain): Summit => {
    const [x = 0, y = 0] = projection(places[mountain.slug] ?? [0, 0]) ?? [];
    return { ...mountain, x, y: nearest(lines, y) };
  });
  return { ...drawn(lines, summits), summits: summits.map(tipOf) };
}

const tipOf = (summit: Summit): Summit => ({ ...summit, y: summit.y - heightOf(summit) });
const heightOf = ({ heightM }: DrawnMountain) => (heightM / 8848) * rise;

const nearest = (lines: Line[], y: number) =>
  lines.reduce((best, line) => (Math.abs(line.y - y) < Math.abs(best - y) ? line.y : best), 0);

// The projected coast as closed rings.
function outlinesOf(land: GeoPermissibleObjects, path: ReturnType<typeof geoPath>): Dot[][] {
  const rings: Dot[][] = [];
  const add = (x: number, y: number) => rings.at(-1)?.push({ x, y });
  const nothing = () => {};
  const pen = { lineTo: add, arc: nothing, closePath: nothing, beginPath: nothing };
  path.context({ ...pen, moveTo: (x: number, y: number) => void rings.push([{ x, y }]) })(land);
  return rings;
}

function linesOf(rings: Dot[][]): Line[] {
  const count = Math.floor((worldMap.height - worldMap.sky) / spacing);
  return Array.from({ length: count }, (_, at) => worldMap.sky + (at + 0.5) * spacing).map((y) => ({
    y,
    spans: spansAt(rings, y),
  }));
}

// The parts of a horizontal line over land, by the even-odd rule.
function spansAt(rings: Dot[][], y: number): [number, number][] {
  const crossings = rings
    .flatMap((ring) =>
      ring.flatMap((to, at) => {
        const from = ring.at(at - 1) ?? to;
        if (from.y > y === to.y > y) return [];
        return [from.x + ((to.x - from.x) * (y - from.y)) / (to.y - from.y)];
      }),
    )
    .toSorted((a, b) => a - b);
  const pairs = crossings.flatMap((start, at): [number, number][] =>
    at % 2 === 0 ? [[start, crossings[at + 1] ?? start]] : [],
  );
  return pairs.filter(([start, end]) => end - start > 2);
}

function drawn(lines: Line[], summits: Summit[]): Omit<WorldDrawing, 'summits'> {
  const rock = ridgedNoise(8848, 3);
  const horizon = new Map<number, number>();
  const pieces = {
    land: new Array<Dot[]>(),
    climbed: new Array<Dot[]>(),
    attempted: new Array<Dot[]>(),
  };
  for (const { y, spans } of lines.toReversed()) {
    for (const [start, end] of spans) {
      let piece: Dot[] = [];
      let kind: keyof typeof pieces = 'land';
      const close = () => {
        if (piece.length > 1) pieces[kind].push(simplified(piece, 0.3).map(tenfold));
        piece = [];
      };
      for (const x of across(start, end)) {
        const { up, of } = liftAt(summits, x, y, rock);
        const dot = { x, y: y - up };
        const column = Math.round(x / step);
        const hidden = dot.y >= (horizon.get(column) ?? Infinity);
        const next = kindOf(up, of);
        if (hidden || next !== kind) {
          if (!hidden && piece.length > 0) piece.push(dot);
          close();
          kind = next;
        }
        if (hidden) continue;
        piece.push(dot);
        horizon.set(column, dot.y);
      }
      close();
    }
  }
  return {
    land: pathOf(pieces.land),
    climbed: pathOf(pieces.climbed),
    attempted: pathOf(pieces.attempted),
  };
}

// The upper part of a mountain has a path of its own: accent colour, or dashed for an attempt.
function kindOf(up: number, of: Summit | undefined): 'land' | 'climbed' | 'attempted' {
  if (of === undefined || up < 0.3 * heightOf(of)) return 'land';
  return of.attempt ? 'attempted' : 'climbed';
}

const tenfold = ({ x, y }: Dot): Dot => ({ x: x * 10, y: y * 10 });

// The grid points between two coasts, and the coasts themselves.
function across(start: number, end: number): number[] {
  const first = Math.ceil(start / step);
  const count = Math.max(0, Math.floor(end / step) - first + 1);
  return [start, ...Array.from({ length: count }, (_, at) => (first + at) * step), end];
}

function liftAt(
  summits: Summit[],
  x: number,
  y: number,
  rock: (x: number, y: number) => number,
): { up: number; of: Summit | undefined } {
  let found: { up: number; of: Summit | undefined } = { up: 0, of: undefined };
  for (const summit of summits) {
    const [dx, dy] = [Math.abs(x - summit.x), Math.abs(y - summit.y)];
    if (dx > 34 || dy > 34) continue;
    const slope = Math.exp(-Math.hypot(dx / 6.2, dy / 6.5) + 0.08);
    const rough = 0.42 + 0.86 * rock(x / 4, y / 3);
    const up = heightOf(summit) * (dx < step && dy < 0.1 ? 1 : Math.min(0.96, slope * rough));
    if (up > found.up) found = { up, of: summit };
  }
  return found;
}
