import type { Extent } from './massif.ts';

/** Where a massif is drawn in a box. */
export type Camera = {
  /** The middle of the frame, as a fraction of the box's width from the inline start. */
  centre: number;
  /** The base of the farthest line, as a fraction of the box's height from the top. */
  foot: number;
  /** The width of the drawing: the smaller of these fractions of the box's width and of its height. */
  across: number;
  upright: number;
};

/** The viewBox of a card drawing. */
export const card = { width: 1000, height: 680 };

/**
 * The hero of the home page, or of any other page: beside its text, below it as a strip as wide as the page, in a window
 * beside it, at night with the text at its foot, below it in the middle; above it, below it and as wide as the page, or
 * from near by.
 */
export type View =
  'summit' | 'page' | 'strip' | 'window' | 'night' | 'centred' | 'overhead' | 'panorama' | 'close';

/** The cameras of each view for wide and for tall boxes. */
export const cameras: Record<View, { wide: Camera; tall: Camera }> = {
  summit: {
    wide: { centre: 0.66, foot: 0.6, across: 1.5, upright: 2.3 },
    tall: { centre: 0.52, foot: 0.69, across: 2.1, upright: 1.4 },
  },
  page: {
    wide: { centre: 0.78, foot: 0.76, across: 1.3, upright: 2.7 },
    tall: { centre: 0.52, foot: 0.8, across: 2, upright: 1.2 },
  },
  strip: {
    wide: { centre: 0.5, foot: 0.7, across: 1.4, upright: 3 },
    tall: { centre: 0.5, foot: 0.72, across: 2, upright: 2 },
  },
  window: {
    wide: { centre: 0.5, foot: 0.8, across: 2.3, upright: 2.5 },
    tall: { centre: 0.5, foot: 0.8, across: 2.6, upright: 1.7 },
  },
  night: {
    wide: { centre: 0.78, foot: 1, across: 2, upright: 3.7 },
    tall: { centre: 0.52, foot: 0.86, across: 2.8, upright: 1.5 },
  },
  centred: {
    wide: { centre: 0.5, foot: 0.93, across: 1.5, upright: 1.5 },
    tall: { centre: 0.5, foot: 0.8, across: 2, upright: 1.2 },
  },
  overhead: {
    wide: { centre: 0.6, foot: 0.6, across: 1.75, upright: 3 },
    tall: { centre: 0.5, foot: 0.46, across: 2.2, upright: 1.3 },
  },
  panorama: {
    wide: { centre: 0.5, foot: 0.81, across: 1.5, upright: 1.75 },
    tall: { centre: 0.5, foot: 0.72, across: 2, upright: 1.1 },
  },
  close: {
    wide: { centre: 0.5, foot: 0.86, across: 2.2, upright: 3.2 },
    tall: { centre: 0.5, foot: 0.6, across: 3, upright: 1.7 },
  },
};

/** The lines of a hero: on wide and on small canvases, and in the server-rendered page. */
export const sceneExtents = {
  wide: { face: 54, plain: 20, points: 440, margin: 0.5, reach: 0.8, gap: 0.009 },
  small: { face: 40, plain: 18, points: 280, margin: 0.5, reach: 0.8, gap: 0.013 },
  still: { face: 30, plain: 14, points: 240, margin: 0.5, reach: 0.8, gap: 0.014 },
} satisfies Record<string, Extent>;

/** The viewBox of the server-rendered lines: y is 0 at the base of the farthest line. */
export const sceneBox = { width: 2000, above: 560, below: 840 };
