import { describe, expect, it } from 'vitest';
import { isPast, formatDays } from './retreat-dates';

const days = { start: '2025-11-07', end: '2025-11-09' };

describe('isPast', () => {
  it.each([
    ['2025-11-06T00:00:00Z', false],
    ['2025-11-09T22:59:59Z', false],
    ['2025-11-09T23:00:00Z', true],
    ['2026-11-21T00:00:00Z', true],
  ])('at %s is %s', (now, want) => {
    expect(isPast(days, Date.parse(now))).toBe(want);
  });
});

describe('formatDays', () => {
  it.each([
    ['en', 'November'],
    ['fr', 'novembre'],
    ['ar', 'نونبر'],
  ] as const)('uses the Moroccan month name in %s', (language, month) => {
    expect(formatDays(days, language)).toEqual({
      from: 7,
      to: 9,
      year: 2025,
      fromMonth: month,
      toMonth: month,
    });
  });

  it('is undefined for invalid dates', () => {
    expect(formatDays({ start: 'soon', end: '2025-11-09' }, 'en')).toBeUndefined();
  });
});
