import { pathOf, simplified, visibleParts, type Dot } from './lines.ts';
import { massifOf, type Massif, type Mountain } from './ridgeline.ts';

/** The viewBox of a card drawing. */
export const card = { width: 2000, height: 1360 };

const rows = 17;
const points = 84;
const ground = 0.83; // y of the far plain, as a fraction of the height
const tallest = 0.7; // height of 8,848 m, as a fraction of the height

type Line = { path: string; strength: string };

/** The lines of a card drawing, and its summit in viewBox units. */
export type CardDrawing = { lines: Line[]; summit: Dot };

/** A small drawing of a mountain, on the same scale as all others, without hidden lines. */
export function cardOf(mountain: Mountain): CardDrawing {
  const massif = massifOf(mountain, rows, points);
  const all = Array.from({ length: rows }, (_, row) => dotsOf(massif, row, row / (rows - 1)));
  const summit = all.flat().reduce((top, dot) => (dot.y < top.y ? dot : top));
  const lines = visibleParts(all).map((pieces, row) => ({
    path: pathOf(pieces.map((piece) => simplified(piece, 2))),
    strength: (0.92 - (0.64 * row) / (rows - 1)).toFixed(2),
  }));
  return { lines, summit };
}

function dotsOf({ heights }: Massif, row: number, near: number): Dot[] {
  const base = card.height * (ground + (1.02 - ground) * near ** 1.3);
  return Array.from(heights.subarray(row * points, (row + 1) * points), (value, at) => ({
    x: (at / (points - 1)) * card.width,
    y: base - value * card.height * tallest,
  }));
}

/** An SVG sprite of all drawings, for one request. A page uses each by its slug, in its own colour. */
export const cardsFile = (mountains: (Mountain & { attempt: boolean })[]): string =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${card.width} ${card.height}">`,
    ...mountains.flatMap(groupOf),
    '</svg>\n',
  ].join('\n');

function groupOf({ attempt, ...mountain }: Mountain & { attempt: boolean }): string[] {
  const dash = attempt ? ' stroke-dasharray="24 17"' : '';
  const { lines } = cardOf(mountain);
  return [
    `<g id="${mountain.slug}" fill="none" stroke="currentColor" stroke-width="7" stroke-linejoin="round"${dash}>`,
    ...lines.map(({ path, strength }) => `<path d="${path}" stroke-opacity="${strength}"/>`),
    '</g>',
  ];
}
