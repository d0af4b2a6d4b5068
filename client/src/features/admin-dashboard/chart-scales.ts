import { max } from 'd3-array';
import { scaleBand, scaleLinear } from 'd3-scale';
import type { Day } from './use-orders-per-day';

export type Frame = { width: number; height: number; isMirrored: boolean };

/** Room for the figures of the axis, at the side where reading starts. Pixels. */
export const axisRoom = 44;

/** The place of each day across the chart. Time runs in the direction of reading. */
export function daysScale(days: Day[], { width, isMirrored }: Frame) {
  const from = isMirrored ? width - axisRoom : axisRoom;
  const to = isMirrored ? 0 : width;
  return scaleBand(
    days.map(({ day }) => day),
    [from, to],
  ).padding(days.length > 40 ? 0.15 : 0.3);
}

/** The height of each amount, up to `least` at least: there is a scale even where nothing was ordered. */
export function amountScale(amounts: number[], minTop: number, { height }: Frame) {
  const most = Math.max(max(amounts) ?? 0, minTop);
  return scaleLinear([0, most], [height, 0]).nice(3);
}

/** The days that are named below the chart: the first, the last, and some between. */
export function namedDays(days: Day[], most: number): Day[] {
  const step = Math.max(1, Math.ceil((days.length - 1) / Math.max(1, most - 1)));
  return days.filter((_, at) => (days.length - 1 - at) % step === 0);
}
