import { pathOf, simplified, visibleParts, type Dot } from './lines.ts';
import { peakLights } from './peak-light.ts';
import { massifOf, summitOf } from './ridgeline.ts';
import type { DrawnMountain } from './mountains.ts';

/** The colour scheme of a picture. */
export type Time = 'night' | 'day';

type Frame = {
  width: number;
  height: number;
  /** Width of the massif in widths of the picture. */
  spread: number;
  /** Height of 8,848 m, as a fraction of the picture's height. */
  rise: number;
  horizon: number;
};

const wide: Frame = { width: 4000, height: 2600, spread: 1.3, rise: 0.52, horizon: 0.62 };
const tall: Frame = { width: 2400, height: 3200, spread: 2.5, rise: 0.5, horizon: 0.66 };

const colours = {
  night: { sky: '#1a3c48', ground: '#0b1920', ink: '#f4ebdd' },
  day: { sky: '#f8f2e6', ground: '#e9dcc1', ink: '#12242c' },
};

const rows = 30;
const points = 260;

/** An SVG file of a mountain, on the same scale as all others; dashed lines for an attempt. */
export const landscapeOf = (mountain: DrawnMountain, time: Time) => still(mountain, time, wide);

/** As landscapeOf: at night, in portrait format, closer. */
export const portraitOf = (mountain: DrawnMountain) => still(mountain, 'night', tall);

function still(mountain: DrawnMountain, time: Time, frame: Frame): string {
  const { sky, ground } = colours[time];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${frame.width / 2.5}" height="${frame.height / 2.5}" viewBox="0 0 ${frame.width} ${frame.height}">`,
    `<defs><linearGradient id="s" x2="0" y2="1"><stop stop-color="${sky}"/><stop offset=".7" stop-color="${ground}"/></linearGradient>`,
    `${lightOf(mountain, time, frame)}</defs>`,
    `<path fill="url(#s)" d="M0 0h${frame.width}v${frame.height}H0z"/>`,
    '<g fill="none" stroke="url(#l)" stroke-width="8" stroke-linejoin="round">',
    ...linesOf(mountain, frame),
    '</g></svg>\n',
  ].join('\n');
}

// The stroke: from the accent colour at the summit to the ink.
function lightOf(mountain: DrawnMountain, time: Time, frame: Frame): string {
  const high = (mountain.heightM / 8848) * frame.rise * frame.height;
  const foot = baseOf(0.2, frame);
  return [
    `<linearGradient id="l" gradientUnits="userSpaceOnUse" x2="0" y1="${Math.round(foot - high)}" y2="${Math.round(foot - high * 0.72)}">`,
    `<stop stop-color="${peakLights(mountain.slug)[time]}"/><stop offset="1" stop-color="${colours[time].ink}"/></linearGradient>`,
  ].join('');
}

function linesOf(mountain: DrawnMountain, frame: Frame): string[] {
  const massif = massifOf(mountain, rows, points);
  const summit = summitOf(massif);
  const heights = Array.from({ length: rows }, (_, row) =>
    massif.heights.subarray(row * points, (row + 1) * points),
  );
  const seen = visibleParts(heights.map((own, row) => dotsOf(own, row / (rows - 1), frame)));
  return seen.map((pieces, row) => {
    const high = Math.max(...(heights[row] ?? [])) / summit;
    const dash = mountain.attempt && high > 0.5 ? ' stroke-dasharray="40 30"' : '';
    const path = pathOf(pieces.map((piece) => simplified(piece, 4)));
    return `<path d="${path}" stroke-opacity="${(0.22 + 0.7 * high).toFixed(2)}"${dash}/>`;
  });
}

const baseOf = (near: number, { height, horizon }: Frame) =>
  height * (horizon + (1.04 - horizon) * (0.2 * near + 0.8 * near ** 1.4));

function dotsOf(heights: Float32Array, near: number, frame: Frame): Dot[] {
  const base = baseOf(near, frame);
  const all = Array.from(heights, (value, at) => ({
    x: frame.width * (0.5 + (at / (points - 1) - 0.5) * frame.spread),
    y: base - value * frame.height * frame.rise,
  }));
  return all.filter(({ x }) => x > -frame.width * 0.04 && x < frame.width * 1.04);
}
