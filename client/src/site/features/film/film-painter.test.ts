import { describe, expect, it } from 'vitest';
import { massifOf } from '@/shared/art/massif-of';
import { lineOf, drawingOf } from '@/shared/art/ridge-painter';
import { filmExtent, routeOn } from './film-painter';

const size = { width: 1600, height: 900 };
const camera = { centre: 0.5, foot: 0.7, across: 1.3, upright: 2.4 };
const massif = massifOf({ slug: 'everest', heightM: 8848 }, filmExtent);

describe('the route of the film', () => {
  const route = routeOn(massif, size, camera);

  it('climbs with every point', () => {
    const heights = route.map(({ y }) => y);
    expect(heights).toEqual(heights.toSorted((a, b) => b - a));
  });

  it('stays in the picture and ends on top of the mountain', () => {
    for (const { x, y } of route) {
      expect(x).toBeGreaterThan(0);
      expect(x).toBeLessThan(size.width);
      expect(y).toBeLessThan(size.height);
    }
    const skyline = lineOf(massif, 0, drawingOf({ ...size, camera, rightToLeft: false }));
    expect(route.at(-1)?.y).toBe(Math.min(...skyline.map(([, y]) => y)));
  });

  it('is the same for the same mountain', () => {
    expect(routeOn(massif, size, camera)).toEqual(route);
  });
});
