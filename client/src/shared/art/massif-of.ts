import { finish, type Extent, type Massif, type Mountain } from './massif.ts';
import { shapeSteps } from './peaks/face.ts';
import { shapes } from './peaks/shapes.ts';
import { noiseSteps } from './ridgeline.ts';

/** Draws a mountain: from its shape, or from noise if it has none. */
export const massifOf = (mountain: Mountain, extent: Extent): Massif =>
  finish(massifSteps(mountain, extent));

/** The same in steps, one for each line: all of them block a phone for long. */
export function massifSteps(mountain: Mountain, extent: Extent): Generator<undefined, Massif> {
  const shape = shapes[mountain.slug];
  return shape === undefined
    ? noiseSteps(mountain, extent)
    : shapeSteps(mountain.slug, shape, extent);
}
