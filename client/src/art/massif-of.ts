import type { Extent, Massif, Mountain } from './massif.ts';
import { massifOfShape } from './peaks/face.ts';
import { shapes } from './peaks/shapes.ts';
import { noiseMassif } from './ridgeline.ts';

/** Draws a mountain: from its shape, or from noise if it has none. */
export function massifOf(mountain: Mountain, extent: Extent): Massif {
  const shape = shapes[mountain.slug];
  return shape === undefined
    ? noiseMassif(mountain, extent)
    : massifOfShape(mountain.slug, shape, extent);
}
