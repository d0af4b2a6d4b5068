import { pathOf } from './lines.ts';
import { ridgedNoise } from './noise.ts';

const layers = 4;
const points = 96;
const width = 1440;
const height = 240;

/** An SVG file with four ranges, 1,440 by 240, from the far one to the near one. */
export function duskFile(): string {
  const ranges = Array.from({ length: layers }, (_, layer) => {
    const noise = ridgedNoise(2017 + layer, 4);
    const near = (layer + 1) / layers;
    const foot = height * (0.36 + 0.62 * near);
    const rise = height * (0.62 - 0.3 * near);
    const line = Array.from({ length: points + 1 }, (__, point) => ({
      x: (point / points) * width,
      y: foot - rise * noise((point / points) * (5 + 3 * layer), layer * 7),
    }));
    const outline = [{ x: 0, y: height + 2 }, ...line];
    return `<path id="range-${layer + 1}" vector-effect="non-scaling-stroke" d="${pathOf([outline])}V${height + 2}"/>`;
  });
  return ['<svg xmlns="http://www.w3.org/2000/svg">', ...ranges, '</svg>\n'].join('\n');
}
