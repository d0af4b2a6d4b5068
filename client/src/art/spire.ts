import { drawnMountains, type DrawnMountain } from './mountains.ts';
import { pathOf, simplified, visibleParts, type Dot } from './lines.ts';
import { randomFrom, ridgedNoise, seedOf } from './noise.ts';
import type { Mountain } from './ridgeline.ts';

/** The viewBox of a spire. Its height stands for 9,000 m. */
export const spire = { width: 400, height: 1000, topM: 9000 };

const rows = 15;
const points = 100;
const summitRow = 3;
const plain = 0.12; // how far above the nearest line the farthest lies

type Line = { path: string; strength: string };
type Peak = { at: number; row: number; rise: number; width: number };

/** `body` is the filled outline, which hides spires behind it; `lines` are the visible lines. */
export type Spire = { body: string; lines: Line[] };

/** A single summit on level lines. Spires beside each other share one scale, and their lines meet. */
export function spireOf(mountain: Mountain): Spire {
  const top = mountain.heightM / spire.topM;
  const lift = liftOf(seedOf(mountain.slug), top - plainAt(summitRow));
  const all = Array.from({ length: rows }, (_, row) => lineOf(row, lift));
  const lines = visibleParts(all).map((pieces, row) => ({
    path: pathOf(pieces.map((piece) => simplified(piece, 1.6))),
    strength: (0.9 - (0.62 * row) / (rows - 1)).toFixed(2),
  }));
  return { body: `${pathOf([simplified(skylineOf(all), 1.6)])}V1000H0z`, lines };
}

const skylineOf = (lines: Dot[][]): Dot[] =>
  (lines[0] ?? []).map(({ x }, at) => ({
    x,
    y: Math.min(...lines.map((line) => line[at]?.y ?? spire.height)),
  }));

type Lift = (across: number, row: number) => number;

const plainAt = (row: number) => plain * (1 - row / (rows - 1)) ** 1.3;

function lineOf(row: number, lift: Lift): Dot[] {
  return Array.from({ length: points + 1 }, (_, at) => {
    const across = (at / points - 0.5) * 2;
    return {
      x: (at / points) * spire.width,
      y: spire.height * (1 - plainAt(row) - lift(across, row)),
    };
  });
}

// The height above the plain: one summit point, and lower shoulders.
function liftOf(seed: number, height: number): Lift {
  const random = randomFrom(seed);
  const rock = ridgedNoise(seed, 3);
  const summit: Peak = { at: 0, row: summitRow, rise: 1, width: 0.34 + random() * 0.1 };
  const shoulders = [-1, 1, -1, 1].map((side): Peak => {
    const away = 0.24 + random() * 0.36;
    return {
      at: side * away,
      row: summitRow + random() * 4 - 1,
      rise: 0.66 - away * 0.7 + random() * 0.12,
      width: 0.14 + random() * 0.12,
    };
  });
  return (across, row) => {
    if (across === 0 && row === summitRow) return height;
    const body = Math.max(...[summit, ...shoulders].map((peak) => riseAt(peak, across, row)));
    const rough = 0.6 + 0.5 * rock(across * 7 + 40, row * 0.8);
    return height * Math.min(0.965, body * rough) * (1 - Math.abs(across) ** 3);
  };
}

function riseAt({ at, row: own, rise, width }: Peak, across: number, row: number): number {
  const side = Math.abs(across - at) / width;
  const depth = (row - own) / (row < own ? 1.5 : 3);
  return rise * Math.exp(-Math.hypot(side, depth * 1.1) * 1.05 + 0.12);
}

/** An SVG sprite of all spires by slug, in the colours of the page that uses them. */
export const spiresFile = (): string =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${spire.width} ${spire.height}">`,
    '<defs>',
    ...drawnMountains.map(groupOf),
    '</defs></svg>\n',
  ].join('\n');

function groupOf(mountain: DrawnMountain): string {
  const { body, lines } = spireOf(mountain);
  const dash = mountain.attempt ? ' stroke-dasharray="5 4"' : '';
  const paths = lines.map(
    ({ path, strength }) =>
      `<path vector-effect="non-scaling-stroke" d="${path}" stroke-opacity="${strength}"/>`,
  );
  return [
    `<g id="${mountain.slug}"><path fill="var(--color-ground)" d="${body}"/>`,
    `<g fill="none" stroke="currentColor" stroke-linejoin="round"${dash}>${paths.join('')}</g></g>`,
  ].join('');
}
