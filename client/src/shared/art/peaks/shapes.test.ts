import { describe, expect, it } from 'vitest';
import { summitOf, type Extent } from '@/shared/art/massif';
import { drawnMountains, toubkal } from '@/shared/art/mountains';
import { finish } from '@/shared/art/massif';
import { shapeSteps } from './face';
import type { PeakShape } from './peak-shape';
import { shapes } from './shapes';
import { columnsOf, controlPointsOf, skylineOf } from './skyline';

const extent: Extent = { face: 24, plain: 8, points: 240, margin: 0, reach: 0.12, gap: 0.015 };
const all = Object.entries(shapes);

function shapeOf(slug: string): PeakShape {
  const shape = shapes[slug];
  if (shape === undefined) throw new Error(`no shape of ${slug}`);
  return shape;
}

/** The skyline of the frame, every few metres. */
function skyline(slug: string, from?: number, to?: number): { x: number; z: number }[] {
  const shape = shapeOf(slug);
  const columns = columnsOf(shape, from ?? shape.frameKm[0], to ?? shape.frameKm[1], 1500);
  return skylineOf(slug, shape, columns).map(({ z }, at) => ({ x: columns[at] ?? 0, z }));
}

/** The width in km at an altitude, around the summit. */
function widthAt(slug: string, altitude: number): number {
  const line = skyline(slug, -20, 20);
  const left = line.findLast(({ x, z }) => x < 0 && z < altitude)?.x ?? NaN;
  const right = line.find(({ x, z }) => x > 0 && z < altitude)?.x ?? NaN;
  return right - left;
}

/** The highest points that rise `prominence` metres over the ground on both sides. */
function tops(
  slug: string,
  prominence: number,
  from?: number,
  to?: number,
): { x: number; z: number }[] {
  const line = skyline(slug, from, to);
  const falls = (points: { z: number }[], z: number) => {
    const higher = points.findIndex((point) => point.z > z);
    const until = higher === -1 ? points : points.slice(0, higher);
    return Math.min(...until.map((point) => point.z)) <= z - prominence;
  };
  return line.filter(({ z }, at) => {
    const [before, after] = [line.slice(0, at).toReversed(), line.slice(at + 1)];
    const isTop = z >= (before[0]?.z ?? 0) && z > (after[0]?.z ?? 0);
    return isTop && falls(before, z) && falls(after, z);
  });
}

describe.each(all)('the shape of %s', (slug, shape) => {
  it('has the height of the mountain, at one point', () => {
    const { heightM } = [...drawnMountains, toubkal].find((each) => each.slug === slug) ?? {};
    expect(shape.heightM).toBe(heightM);
    const summits = controlPointsOf(shape).filter(({ z }) => z >= shape.heightM);
    expect(summits.map(({ x, z }) => [x, z])).toEqual([[0, heightM]]);
  });

  it('goes from left to right, beyond its frame', () => {
    const places = controlPointsOf(shape).map(({ x }) => x);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBeLessThanOrEqual(shape.frameKm[0]);
    expect(places.at(-1)).toBeGreaterThanOrEqual(shape.frameKm[1]);
  });

  it('has every control point on its skyline, exactly', () => {
    const controls = controlPointsOf(shape);
    const line = skylineOf(
      slug,
      shape,
      controls.map(({ x }) => x),
    );
    expect(line.map(({ z }) => Math.round(z))).toEqual(controls.map(({ z }) => z));
  });

  it('is drawn with one highest point, and with no line above the skyline', () => {
    const { heights, tones, points, rows } = finish(shapeSteps(slug, shape, extent));
    const frame = shape.frameKm[1] - shape.frameKm[0];
    const summit = ((shape.heightM - shape.baseM) * shape.stretch) / 1000 / frame;
    expect(summitOf({ heights, tones, points, rows, drops: heights, crestRows: 1 })).toBeCloseTo(
      summit,
      5,
    );
    expect(heights.filter((height) => height > summit - 1e-6)).toHaveLength(1);
    const above = heights
      .subarray(points)
      .filter((height, at) => height > (heights[at % points] ?? 0) + 0.02 * summit);
    expect(above).toHaveLength(0);
    expect([...heights, ...tones].every(Number.isFinite)).toBe(true);
  });

  it('is deterministic', () => {
    expect(finish(shapeSteps(slug, shape, extent))).toEqual(
      finish(shapeSteps(slug, shape, extent)),
    );
  });
});

describe('what a mountain is known by', () => {
  it('Kilimanjaro is a flat dome, far wider than high, with Mawenzi on the left', () => {
    const { frameKm, heightM, baseM } = shapeOf('kilimanjaro');
    expect((frameKm[1] - frameKm[0]) / ((heightM - baseM) / 1000)).toBeGreaterThan(4);
    expect(widthAt('kilimanjaro', 5800)).toBeGreaterThan(2.2);
    expect(widthAt('kilimanjaro', 5000)).toBeGreaterThan(5.5);
    expect(tops('kilimanjaro', 400).map(({ z }) => z)).toEqual([5149, 5895]);
  });

  it('Elbrus has two tops, the western one 21 m higher, with a saddle between', () => {
    const [east, west, ...others] = tops('elbrus', 150);
    expect([east?.z, west?.z].map((z) => Math.round(z ?? 0))).toEqual([5621, 5642]);
    expect(others).toEqual([]);
    const saddle = Math.min(...skyline('elbrus', east?.x, west?.x).map(({ z }) => z));
    expect(saddle).toBeCloseTo(5416, -1);
  });

  it('Ama Dablam has a tower of more than 50 degrees on both sides', () => {
    const height = 6812 - 6400;
    const tower = skyline('ama-dablam', -0.5, 0.5).filter(({ z }) => z > 6400);
    const half = Math.max(...tower.map(({ x }) => Math.abs(x))) * 1000;
    expect(height / half).toBeGreaterThan(Math.tan((50 * Math.PI) / 180));
  });

  it('K2 is a pyramid: about as wide as high at half of its height, with no top beside it', () => {
    const ratio = widthAt('k2', (8611 + 4950) / 2) / ((8611 - 4950) / 1000);
    expect(ratio).toBeGreaterThan(0.8);
    expect(ratio).toBeLessThan(1.2);
    expect(tops('k2', 100, -2, 2)).toHaveLength(1);
  });

  it('Mont Blanc has a round top', () => {
    const top = skyline('mont-blanc', -0.1, 0.1);
    expect(Math.min(...top.map(({ z }) => z))).toBeGreaterThan(4795);
    expect(widthAt('mont-blanc', 4700)).toBeGreaterThan(0.75);
  });

  it('Aconcagua has a level crest between two tops, and two bands of ice below it', () => {
    const crest = skyline('aconcagua', -0.88, 0);
    expect(Math.min(...crest.map(({ z }) => z))).toBeGreaterThan(6830);
    expect(shapeOf('aconcagua').iceCliffs).toHaveLength(2);
  });

  it('Carstensz is a wall of bare rock under a crest of teeth', () => {
    const { skyline: pieces, snowLineM, heightM } = shapeOf('carstensz');
    expect(pieces.every(({ ground }) => ground === 'rock')).toBe(true);
    expect(snowLineM).toBeGreaterThan(heightM);
    expect(tops('carstensz', 25, -1.3, 1.1).length).toBeGreaterThan(5);
  });

  it('Vinson is a plateau with a low crown', () => {
    expect(widthAt('vinson', 4500)).toBeGreaterThan(6);
  });

  it.each([
    ['lhotse', 7500, 6.5],
    ['annapurna-i', 7250, 5],
  ])('%s is a wall', (slug, altitude, km) => {
    expect(widthAt(slug, altitude)).toBeGreaterThan(km);
  });

  it('Manaslu has two horns', () => {
    expect(tops('manaslu', 250, -2.3, 2.3)).toHaveLength(2);
  });

  it('Broad Peak has three tops, rising from left to right', () => {
    const heights = tops('broad-peak', 150).map(({ z }) => z);
    expect(heights).toEqual([7490, 8011, 8051]);
  });

  it('Denali has two tops, the northern one 256 m lower, and is wide', () => {
    expect(tops('denali', 300, -3, 5).map(({ z }) => z)).toEqual([6190, 5934]);
    expect(widthAt('denali', 3500)).toBeGreaterThan(12);
  });

  it('Toubkal is a triangle above its cirque, between lower tops, with a long right shoulder', () => {
    expect(tops('toubkal', 45, -2, 2).map(({ z }) => z)).toEqual([3887, 4010, 4167, 4030]);
    const col = Math.min(...skyline('toubkal', 0, 0.92).map(({ z }) => z));
    expect(col).toBeCloseTo(3970, -1);
    const shoulder = skyline('toubkal', 1.12, 2.15).map(({ z }) => z);
    expect(Math.max(...shoulder) - Math.min(...shoulder)).toBeLessThan(320);
  });

  it('Everest stands higher than Lhotse on its right, beyond the South Col', () => {
    const [everest, lhotse] = tops('everest', 300, -2, 5);
    expect([everest?.z, lhotse?.z]).toEqual([8848, 8516]);
    const col = Math.min(...skyline('everest', 0, 3).map(({ z }) => z));
    expect(col).toBeCloseTo(7906, -2);
  });

  it.each([
    ['k2', 0.8, 1.2],
    ['ama-dablam', 1, 1.7],
    ['broad-peak', 1.7, 2.6],
    ['elbrus', 2.2, 3.2],
    ['kilimanjaro', 2.5, 8],
  ])('%s has its width at half of its relief', (slug, low, high) => {
    const { heightM, baseM } = shapeOf(slug);
    const ratio = widthAt(slug, (heightM + baseM) / 2) / ((heightM - baseM) / 1000);
    expect(ratio).toBeGreaterThan(low);
    expect(ratio).toBeLessThan(high);
  });
});
