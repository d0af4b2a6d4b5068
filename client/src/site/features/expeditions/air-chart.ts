import { oxygenAt, temperatureAt } from '../../../shared/art/air.ts';
import { dotsPathOf, type Dot } from '../../../shared/art/lines.ts';

/** Metres at the top of the chart. */
export const airTopM = 9000;

/** The area of the chart in a composition: `end` is where the scale of oxygen has 100 %. */
export type AirBox = {
  width: number;
  height: number;
  start: number;
  end: number;
  top: number;
  foot: number;
  /** x of the labels. */
  labels: number;
  /** The number of dots if the air were everywhere as dense as at sea level. */
  dots: number;
};

export const airBoxes: Record<'wide' | 'tall', AirBox> = {
  wide: {
    width: 1200,
    height: 760,
    start: 100,
    end: 760,
    top: 56,
    foot: 676,
    labels: 880,
    dots: 2400,
  },
  tall: {
    width: 360,
    height: 760,
    start: 56,
    end: 178,
    top: 56,
    foot: 660,
    labels: 204,
    dots: 1000,
  },
};

/** The y of an altitude in metres. */
export const airY = (m: number, { top, foot }: AirBox): number =>
  tenths(foot - (m / airTopM) * (foot - top));

const span = ({ start, end }: AirBox, part: number) => tenths(start + part * (end - start));

// More digits make longer pages, and cannot be seen.
const tenths = (value: number) => Math.round(value * 10) / 10;

/** The point of an altitude on the curve of oxygen. */
export const oxygenDot = (m: number, box: AirBox): Dot => ({
  x: span(box, oxygenAt(m)),
  y: airY(m, box),
});

/** The range of the scale of temperature, in °C. */
export const temperatures = { least: -45, most: 15 };

/** The point of an altitude on the line of temperature. */
export const temperatureDot = (m: number, box: AirBox): Dot => ({
  x: span(box, (temperatureAt(m) - temperatures.least) / (temperatures.most - temperatures.least)),
  y: airY(m, box),
});

/**
 * Dots all over the drawing, as many for an area as there is oxygen in the air at its altitude. Points of a
 * Halton sequence, so they are even and always the same.
 */
export function airDots(box: AirBox): Dot[] {
  return Array.from({ length: box.dots }, (_, at) => at + 1)
    .filter((at) => halton(at, 5) < oxygenAt(halton(at, 3) * airTopM))
    .map((at) => ({
      x: 6 + halton(at, 2) * (box.width - 12),
      y: airY(halton(at, 3) * airTopM, box),
    }));
}

/** An SVG file with the dots of both compositions. */
export const airFile = (): string =>
  [
    '<svg xmlns="http://www.w3.org/2000/svg">',
    ...Object.entries(airBoxes).map(
      ([view, box]) => `<path id="${view}" d="${dotsPathOf(airDots(box))}"/>`,
    ),
    '</svg>\n',
  ].join('\n');

function halton(index: number, base: number): number {
  let [result, part, rest] = [0, 1 / base, index];
  while (rest > 0) {
    result += part * (rest % base);
    rest = Math.floor(rest / base);
    part /= base;
  }
  return result;
}

/** The y of labels for altitudes in descending order: at their altitude, or as near as `apart` allows. */
export function labelRows(altitudes: number[], box: AirBox, apart: number): number[] {
  const wanted = altitudes.map((m) => airY(m, box));
  const down = wanted.reduce<number[]>(
    (rows, y) => [...rows, Math.max(y, (rows.at(-1) ?? -apart) + apart)],
    [],
  );
  // Half of what they were pushed down is taken back, so that a group stays centred on its altitudes.
  const pushed = down.reduce((most, y, at) => Math.max(most, y - (wanted[at] ?? y)), 0);
  const room = Math.max(0, (down[0] ?? 0) - box.top / 2);
  return down.map((y) => tenths(y - Math.min(pushed / 2, room)));
}
