import { massifOf } from './massif-of.ts';
import type { Extent } from './massif.ts';
import type { DrawnMountain } from './mountains.ts';
import { peakLights } from './peak-light.ts';
import { bodyOf, strokesOf } from './strokes.ts';

/** The colour scheme of a picture. */
export type Time = 'night' | 'day';

type Frame = {
  width: number;
  height: number;
  /** Width of the massif in widths of the picture. */
  spread: number;
  /** y of the foot of the mountain, as a fraction of the picture's height. */
  foot: number;
};

const wide: Frame = { width: 2000, height: 1300, spread: 1.3, foot: 0.74 };
const tall: Frame = { width: 1200, height: 1600, spread: 1.9, foot: 0.72 };

const colours = {
  night: { sky: '#1a3c48', ground: '#0b1920', ink: '#f4ebdd' },
  day: { sky: '#f8f2e6', ground: '#e9dcc1', ink: '#12242c' },
};

const extent: Extent = { face: 40, plain: 9, points: 280, margin: 0.15, reach: 0.4, gap: 0.012 };

/** An SVG file of a mountain; the skyline is dashed for an attempt. */
export const landscapeOf = (mountain: DrawnMountain, time: Time) => still(mountain, time, wide);

/** As landscapeOf: at night, in portrait format, closer. */
export const portraitOf = (mountain: DrawnMountain) => still(mountain, 'night', tall);

function still(mountain: DrawnMountain, time: Time, frame: Frame): string {
  const { sky, ground, ink } = colours[time];
  const accent = peakLights(mountain.slug)[time];
  const massif = massifOf(mountain, extent);
  const width = frame.width * frame.spread;
  const place = { width, foot: frame.foot * frame.height, tolerance: 2.2 };
  const lines = strokesOf(massif, place).map(({ path, opacity, high, crest }) => {
    const dash = mountain.attempt && crest ? ' stroke-dasharray="20 15"' : '';
    return `<path d="${path}" stroke="${high ? accent : ink}" stroke-opacity="${opacity}"${dash}/>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${frame.width * 0.8}" height="${frame.height * 0.8}" viewBox="0 0 ${frame.width} ${frame.height}">`,
    `<defs><linearGradient id="s" x2="0" y2="1"><stop stop-color="${sky}"/><stop offset=".7" stop-color="${ground}"/></linearGradient></defs>`,
    `<path fill="url(#s)" d="M0 0h${frame.width}v${frame.height}H0z"/>`,
    `<g fill="none" stroke-width="4" stroke-linejoin="round" transform="translate(${Math.round((frame.width - width) / 2)})">`,
    `<path fill="${ground}" d="${bodyOf(massif, place, frame.height)}"/>`,
    ...lines,
    '</g></svg>\n',
  ].join('\n');
}
