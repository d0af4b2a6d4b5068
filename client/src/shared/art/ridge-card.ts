import type { Dot } from './lines.ts';
import { summitOf, type Extent, type Massif } from './massif.ts';
import { card } from './ridge-view.ts';
import { strokesOf, type Stroke } from './strokes.ts';

/** The lines of a card drawing. */
export const cardExtent: Extent = {
  face: 30,
  plain: 4,
  points: 124,
  margin: 0,
  reach: 0.12,
  gap: 0.015,
};

const foot = card.height - cardExtent.reach * card.width + 10;

/** The lines of a card drawing, and its summit in viewBox units. */
export type CardDrawing = { strokes: Stroke[]; summit: Dot };

/** A small drawing of a massif. Its frame fills the card. */
export function cardOf(massif: Massif): CardDrawing {
  const at = massif.heights.indexOf(summitOf(massif));
  const row = Math.floor(at / massif.points);
  const base = foot + (massif.drops[row] ?? 0) * card.width;
  return {
    strokes: strokesOf(massif, { width: card.width, foot, tolerance: 2.4 }),
    summit: {
      x: ((at % massif.points) / (massif.points - 1)) * card.width,
      y: base - summitOf(massif) * card.width,
    },
  };
}
