/** A mountain to draw. The slug determines the shape. */
export type Mountain = { slug: string; heightM: number };

/**
 * A mountain as profile lines, from the far one to the near one. Lengths are fractions of the width of the
 * drawing, the same in both directions.
 */
export type Massif = {
  rows: number;
  points: number;
  /** The height of each point above its line's base. */
  heights: Float32Array;
  /** The opacity of each point, 0 to 1. */
  tones: Float32Array;
  /** How far the base of each line lies below that of the first. */
  drops: Float32Array;
  /** The number of lines that outline the skyline. Those of an attempt are dashed. */
  crestRows: number;
};

/** Does all steps of a work at once, and returns its result. */
export function finish<Result>(steps: Generator<undefined, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** Interpolates between two mountains of the same size: `progress` 0 is the first, 1 the second. */
export function interpolate(from: Massif, to: Massif, progress: number): Massif {
  const mix = (start: Float32Array, end: Float32Array) =>
    end.map((value, at) => {
      const before = start[at] ?? value;
      return before + (value - before) * progress;
    });
  return {
    ...to,
    heights: mix(from.heights, to.heights),
    tones: mix(from.tones, to.tones),
    drops: mix(from.drops, to.drops),
  };
}

/** The height of the tallest point, in the unit of `heights`. */
export const summitOf = (massif: Massif): number =>
  massif.heights.reduce((a, b) => Math.max(a, b), 0);

/** How much of a mountain is drawn, and in how many lines. */
export type Extent = {
  /** Lines from the skyline to the foot of the mountain. */
  face: number;
  /** Lines of the plain in front of it. */
  plain: number;
  points: number;
  /**
   * What is drawn on each side of the frame, as a fraction of the frame's width. There the land falls to
   * the plain.
   */
  margin: number;
  /** The depth of the plain, as a fraction of the frame's width. */
  reach: number;
  /** How far the lines of bare ground in the light are from each other, as a fraction of the frame's width. */
  gap: number;
};

/** Perspective over a whole drawing: 0 is at the horizon, 1 at the front. */
export const openingOf = (near: number): number => 0.12 * near + 0.88 * near ** 1.55;
