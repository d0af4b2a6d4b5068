import { describe, expect, it } from 'vitest';
import { oxygenAt } from '@/shared/art/air';
import { drawnMountains } from '@/shared/art/mountains';
import { airBoxes, airDots, airY, labelRows, oxygenDot, temperatureDot } from './air-chart';

describe.each(Object.entries(airBoxes))('the %s chart of the air', (_, box) => {
  const dots = airDots(box);
  const between = (low: number, high: number) =>
    dots.filter(({ y }) => y <= airY(low, box) && y > airY(high, box)).length;

  it('has dots in proportion to the oxygen', () => {
    const share = between(6000, 9000) / between(0, 3000);
    expect(share).toBeCloseTo(oxygenAt(7500) / oxygenAt(1500), 1);
  });

  it('draws the same dots each time', () => {
    expect(airDots(box)).toEqual(dots);
  });

  it('has its values on the scales', () => {
    expect(oxygenDot(0, box)).toEqual({ x: box.end, y: box.foot });
    expect(temperatureDot(0, box)).toEqual({ x: box.end, y: box.foot });
    const everest = oxygenDot(8848, box);
    expect((everest.x - box.start) / (box.end - box.start)).toBeCloseTo(0.31, 2);
  });

  it('has labels that stay apart, in order, and inside', () => {
    const altitudes = [...drawnMountains.map(({ heightM }) => heightM), 4167, 0].toSorted(
      (a, b) => b - a,
    );
    const rows = labelRows(altitudes, box, 23);
    const apart = rows.slice(1).map((y, at) => y - (rows[at] ?? 0));
    expect(Math.min(...apart)).toBeGreaterThanOrEqual(23 - 1e-9);
    expect(rows[0]).toBeGreaterThan(20);
    expect(rows.at(-1)).toBeLessThan(box.height);
  });
});
