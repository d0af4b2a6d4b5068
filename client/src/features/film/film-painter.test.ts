import { describe, expect, it } from 'vitest';
import { massifOf } from '@/art/ridgeline';
import { routeOn } from './film-painter';

const size = { width: 1600, height: 900 };
const camera = { horizon: 0.7, rise: 0.5, centre: 0.5, spread: 1.3 };
const massif = massifOf({ slug: 'everest', heightM: 8848 }, 46, 220);

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
    const higher = routeOn(massif, size, { ...camera, rise: 0.6 }).at(-1);
    expect(higher?.y).toBeLessThan(route.at(-1)?.y ?? 0);
  });

  it('is the same for the same mountain', () => {
    expect(routeOn(massif, size, camera)).toEqual(route);
  });
});
