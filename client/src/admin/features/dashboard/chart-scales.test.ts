import { describe, expect, it } from 'vitest';
import { amountScale, axisRoom, daysScale, namedDays } from './chart-scales';

const days = Array.from({ length: 30 }, (_, at) => ({
  day: `2026-11-${String(at + 1).padStart(2, '0')}`,
  orders: at,
  copies: at,
  ordered: at * 279,
  revenue: at * 279,
}));
const frame = { width: 600, height: 120, isMirrored: false };

describe('the chart', () => {
  it('has its time run in the direction of reading, beside the figures', () => {
    const x = daysScale(days, frame);
    const mirrored = daysScale(days, { ...frame, isMirrored: true });
    expect(x('2026-11-01')).toBeGreaterThanOrEqual(axisRoom);
    expect(x('2026-11-01')).toBeLessThan(x('2026-11-30') ?? 0);
    expect(mirrored('2026-11-01')).toBeGreaterThan(mirrored('2026-11-30') ?? 600);
    expect((mirrored('2026-11-01') ?? 0) + mirrored.bandwidth()).toBeLessThanOrEqual(
      600 - axisRoom,
    );
  });

  it('has a scale where nothing was ordered, and a larger one where there was', () => {
    expect(amountScale([0, 0], 4, frame)(0)).toBe(120);
    expect(amountScale([0, 0], 4, frame)(4)).toBe(0);
    expect(amountScale([], 4, frame).domain()).toEqual([0, 4]);
    expect(amountScale([-300, 279], 1000, frame)(-300)).toBeLessThanOrEqual(120);
    expect(amountScale([-300, 279], 1000, frame)(0)).toBeLessThan(120);
    expect(amountScale([2790], 1000, frame)(2790)).toBeGreaterThanOrEqual(0);
  });

  it('names the last day and a few before it', () => {
    const named = namedDays(days, 8).map(({ day }) => day);
    expect(named.at(-1)).toBe('2026-11-30');
    expect(named.length).toBeLessThanOrEqual(8);
    expect(namedDays(days.slice(0, 1), 8)).toHaveLength(1);
  });
});
