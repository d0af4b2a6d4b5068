import { contours } from 'd3-contour';
import { pathOf, simplifiedRing } from './lines.ts';
import { ridgedNoise } from './noise.ts';

const side = 64;
const levels = 11; // a line every 100 m, the sixth and the last bold
const unit = 1000 / side;

/** An SVG file with the contour lines of a hill, 1,000 by 1,000. `seed` determines the shape. */
export function contourMarkFile(seed: number): string {
  const rings = ringsOf(hill(seed), levels, 1.1);
  return svg('0 0 1000 1000', [
    `<path stroke-opacity=".6" stroke-width="9" d="${rings.thin}"/>`,
    `<path stroke-width="20" d="${rings.bold}"/>`,
  ]);
}

const band = { x: 300, y: 22 };

/** An SVG file with a strip of contour lines, 3,000 by 220. */
export function contourBandFile(): string {
  const noise = ridgedNoise(4167, 3);
  const field = Array.from({ length: band.x * band.y }, (_, at) => {
    const [x, y] = [at % band.x, Math.floor(at / band.x)];
    return noise(x / 34, y / 22) * Math.sin((Math.PI * y) / (band.y - 1));
  });
  const all = contours().size([band.x, band.y]).thresholds([0.1, 0.2, 0.3, 0.4, 0.5, 0.6])(field);
  const path = all.map(({ coordinates }) => pathsOf(coordinates, 10, 1.2)).join('');
  return svg('0 0 3000 220', [`<path stroke-width="2" d="${path}"/>`]);
}

const svg = (viewBox: string, paths: string[]) =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}">`,
    '<g id="contour" fill="none" stroke="currentColor" stroke-linejoin="round">',
    ...paths,
    '</g></svg>\n',
  ].join('\n');

function hill(seed: number): number[] {
  const noise = ridgedNoise(seed, 2);
  return Array.from({ length: side * side }, (_, at) => {
    const [x, y] = [(at % side) / side - 0.5, Math.floor(at / side) / side - 0.5];
    const cone = 1 - Math.hypot(x, y) * 2.15;
    return cone * (0.72 + 0.42 * noise(x * 3.1 + 9, y * 3.1 + 9));
  });
}

function ringsOf(field: number[], count: number, tolerance: number) {
  const tallest = field.reduce((a, b) => Math.max(a, b), 0);
  const thresholds = Array.from({ length: count }, (_, at) => (tallest * (at + 0.4)) / count);
  const paths = contours()
    .size([side, side])
    .thresholds(thresholds)(field)
    .map(({ coordinates }) => pathsOf(coordinates, unit, tolerance));
  const isBold = (_: string, at: number) => at % 5 === 0;
  return {
    thin: paths.filter((path, at) => !isBold(path, at)).join(''),
    bold: paths.filter(isBold).join(''),
  };
}

const pathsOf = (polygons: number[][][][], scale: number, tolerance: number) =>
  pathOf(
    polygons
      .flat()
      .map((ring) => ring.map(([x = 0, y = 0]) => ({ x: x * scale, y: y * scale })))
      .map((ring) => simplifiedRing(ring, tolerance)),
  );
