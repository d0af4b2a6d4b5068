import { contours } from 'd3-contour';
import { pathOf, simplifiedRing, type Dot } from './lines.ts';
import type { DrawnMountain } from './mountains.ts';
import { peakLights } from './peak-light.ts';
import { massifOf } from './massif-of.ts';
import { shapes } from './peaks/shapes.ts';

const side = { x: 132, y: 86 };
const skyline = 34; // the row of the map with the skyline
const front = 56; // rows from the skyline to the foot
const unit = 2600 / side.y;
const steps = { thinM: 100, boldM: 500 };

/** An SVG file with the contour lines of a mountain: one every 100 m, a bold one every 500 m. */
export function contourMapOf(mountain: DrawnMountain): string {
  const light = peakLights(mountain.slug).night;
  const { thin, bold, top } = levelsOf(mountain);
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1040" viewBox="40 26 3920 2548">',
    '<path fill="#0b1920" d="M0 0h4000v2600H0z"/>',
    '<g fill="none" stroke="#f4ebdd" stroke-linejoin="round">',
    `<path stroke-opacity=".3" stroke-width="5" d="${thin}"/>`,
    `<path stroke-opacity=".75" stroke-width="9" d="${bold}"/>`,
    `<path stroke="${light}" stroke-width="12" d="${top}"/>`,
    '</g></svg>\n',
  ].join('\n');
}

/** An SVG sprite, `#map`, in the colour of the page that uses it: a line every 50 m, a bold one every 250 m. */
export function contourSheetOf(mountain: DrawnMountain): string {
  const { thin, bold, top } = levelsOf(mountain, { thinM: 50, boldM: 250 });
  return [
    '<svg xmlns="http://www.w3.org/2000/svg">',
    '<g id="map" fill="none" stroke="currentColor" stroke-linejoin="round">',
    `<path stroke-opacity=".45" stroke-width="6" d="${thin}"/>`,
    `<path stroke-opacity=".85" stroke-width="11" d="${bold}${top}"/>`,
    '</g></svg>\n',
  ].join('\n');
}

function levelsOf(
  mountain: DrawnMountain,
  { thinM: stepM, boldM } = steps,
): { thin: string; bold: string; top: string } {
  const field = fieldOf(mountain);
  const last = Math.floor((mountain.heightM * 0.97) / boldM) * boldM;
  const thresholds = Array.from(
    { length: mountain.heightM / stepM - 2 },
    (_, at) => (at + 3) * stepM,
  );
  const levels = contours().size([side.x, side.y]).thresholds(thresholds)(field);
  const path = (isWanted: (level: number) => boolean) =>
    levels
      .filter(({ value }) => isWanted(value))
      .map(({ coordinates }) => pathOf(ringsOf(coordinates)))
      .join('');
  return {
    thin: path((level) => level % boldM !== 0),
    bold: path((level) => level % boldM === 0 && level !== last),
    top: path((level) => level === last),
  };
}

// The height field, smoothed: a map shows no small details. The far slope is the near one, mirrored.
function fieldOf(mountain: DrawnMountain): number[] {
  const extent = { face: front, plain: 8, points: side.x, margin: 0.22, reach: 0.2, gap: 0.015 };
  const { heights } = massifOf(mountain, extent);
  const field = Array.from({ length: side.x * side.y }, (_, at) => {
    const row = Math.abs(Math.floor(at / side.x) - skyline);
    const steep = Math.floor(at / side.x) < skyline ? 1.6 : 1;
    return heights[Math.round(row * steep) * side.x + (at % side.x)] ?? 0;
  });
  const soft = blurred(blurred(field));
  const tallest = soft.reduce((a, b) => Math.max(a, b), 0);
  const baseM = shapes[mountain.slug]?.baseM ?? 0;
  return soft.map((value) => baseM + (value / tallest) * (mountain.heightM - baseM));
}

const reach = [-2, -1, 0, 1, 2];

function blurred(field: number[]): number[] {
  return field.map((_, at) => {
    const [column, row] = [at % side.x, Math.floor(at / side.x)];
    const near = reach.flatMap((down) =>
      reach.map((across) => {
        const x = Math.min(side.x - 1, Math.max(0, column + across));
        const y = Math.min(side.y - 1, Math.max(0, row + down));
        return field[y * side.x + x] ?? 0;
      }),
    );
    return near.reduce((sum, value) => sum + value, 0) / near.length;
  });
}

/** The rings of contour polygons in SVG units, without those of fewer than five points. */
const ringsOf = (polygons: number[][][][]): Dot[][] =>
  polygons
    .flat()
    .map((ring) => ring.map(([x = 0, y = 0]) => ({ x: x * unit, y: y * unit })))
    .map((ring) => simplifiedRing(ring, 12.5))
    .filter((ring) => ring.length > 4);
