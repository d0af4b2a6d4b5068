import { describe, expect, it } from 'vitest';
import { ageText, ageTone } from './age';

const now = Date.parse('2026-11-21T12:00:00Z');
const ago = (hours: number) => new Date(now - hours * 3_600_000).toISOString();

describe('the age of what is unanswered', () => {
  it.each([
    [0, 'fresh'],
    [23.99, 'fresh'],
    [24, 'late'],
    [47.99, 'late'],
    [48, 'overdue'],
    [4000, 'overdue'],
  ] as const)('after %d hours is %s', (hours, tone) => {
    expect(ageTone(ago(hours), now)).toBe(tone);
  });

  it('is said in hours, then in days, in each language', () => {
    expect(ageText(ago(1.5), now, 'en', 'long')).toBe('1 hour');
    expect(ageText(ago(71), now, 'en', 'narrow')).toBe('71h');
    expect(ageText(ago(72), now, 'fr', 'long')).toBe('3\u00a0jours');
    expect(ageText(ago(26), now, 'ar', 'long')).toContain('26');
    expect(ageText(ago(-2), now, 'en', 'long')).toBe('0 hours');
  });
});
