import { pathOf, simplified, visibleParts, type Dot } from './lines.ts';
import type { DrawnMountain } from './mountains.ts';
import { cameras as views, type Camera } from './ridge-painter.ts';
import { massifOf, summitOf, type Massif } from './ridgeline.ts';

/** The units of a still; a page stretches it over the box that the canvas will fill. */
export const heroStill = { width: 1600, height: 1000 };

const cameras = views.summit;

/** Which of the canvas' two cameras a still stands in for. */
export type View = keyof typeof cameras;

const rows = 37; // every second line of the canvas
const points = 165;

/** The first picture of a hero, until the canvas paints the same massif over it. */
export function heroStillOf(mountain: DrawnMountain, view: View): string {
  const massif = massifOf(mountain, rows, points);
  const camera = cameras[view];
  const all = Array.from({ length: rows }, (_, row) => dotsOf(massif, row, camera));
  const summit = summitOf(massif);
  const lines = visibleParts(all).map((pieces, row) => {
    const high = highest(massif, row) / summit;
    const dash = mountain.attempt && high > 0.55 ? ' stroke-dasharray="6 4"' : '';
    const path = pathOf(pieces.map((piece) => simplified(piece, 0.7)));
    return `<path d="${path}" stroke-opacity="${(0.16 + 0.72 * high).toFixed(2)}"${dash}/>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${heroStill.width} ${heroStill.height}" preserveAspectRatio="none">`,
    '<g id="ridge" fill="none" stroke="currentColor" stroke-linejoin="round">',
    ...lines.map((line) => line.replace('<path', '<path vector-effect="non-scaling-stroke"')),
    '</g></svg>\n',
  ].join('\n');
}

const highest = ({ heights, points: count }: Massif, row: number) =>
  Math.max(...heights.subarray(row * count, (row + 1) * count));

// The painter's own geometry: lines crowd at the horizon and open toward the reader.
function dotsOf({ heights }: Massif, row: number, camera: Camera): Dot[] {
  const near = row / (rows - 1);
  const opening = 0.12 * near + 0.88 * near ** 1.55;
  const base = heroStill.height * (camera.horizon + (1.06 - camera.horizon) * opening);
  const line = Array.from(heights.subarray(row * points, (row + 1) * points), (value, at) => ({
    x: heroStill.width * (camera.centre + (at / (points - 1) - 0.5) * camera.spread),
    y: base - value * camera.rise * heroStill.height,
  }));
  return line.filter(({ x }) => x > -40 && x < heroStill.width + 40);
}
