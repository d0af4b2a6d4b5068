import { max, min } from 'd3-array';
import { scaleBand, scaleLinear } from 'd3-scale';
import type { Day } from './use-orders-per-day';

export type Frame = { width: number; height: number; isMirrored: boolean };

/** The width of the axis labels, at the inline start. Pixels. */
export const axisRoom = 44;

/** The x scale of the days, in reading direction. */
export function daysScale(days: Day[], { width, isMirrored }: Frame) {
  const from = isMirrored ? width - axisRoom : axisRoom;
  const to = isMirrored ? 0 : width;
  return scaleBand(
    days.map(({ day }) => day),
    [from, to],
  ).padding(days.length > 40 ? 0.15 : 0.3);
}

/**
 * The y scale. It reaches at least `minTop`, so that there is a scale without any order; below zero only for a day
 * on which more was refunded than paid.
 */
export function amountScale(amounts: number[], minTop: number, { height }: Frame) {
  const most = Math.max(max(amounts) ?? 0, minTop);
  return scaleLinear([Math.min(min(amounts) ?? 0, 0), most], [height, 0]).nice(3);
}

/** The days with a label below the chart: the last one and some evenly spaced ones. */
export function namedDays(days: Day[], most: number): Day[] {
  const step = Math.max(1, Math.ceil((days.length - 1) / Math.max(1, most - 1)));
  return days.filter((_, at) => (days.length - 1 - at) % step === 0);
}
