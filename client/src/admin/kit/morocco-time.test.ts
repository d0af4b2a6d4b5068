import { describe, expect, it } from 'vitest';
import { fromMoroccoField, inMoroccoLong, publicState, toMoroccoField } from './morocco-time';

// Years whose hours are settled: governments change what clocks show.
describe('Morocco’s clock', () => {
  it.each([
    ['is an hour ahead', '2024-11-21T13:30:00.000Z', '2024-11-21T14:30'],
    ['goes with UTC in Ramadan', '2024-03-20T13:30:00.000Z', '2024-03-20T13:30'],
    ['has another day after 23:00', '2024-12-31T23:30:00.000Z', '2025-01-01T00:30'],
  ])('%s', (_what, iso, field) => {
    expect(toMoroccoField(iso)).toBe(field);
    expect(fromMoroccoField(field)).toBe(iso);
  });

  it.each(['', '2026-11-21', 'soon', '2026-13-40T10:00'])('takes %j for no time', (field) => {
    expect(fromMoroccoField(field)).toBeNull();
  });

  it('shows no time for none', () => {
    expect(toMoroccoField(null)).toBe('');
  });

  it('is told in words, with Western digits in Arabic', () => {
    expect(inMoroccoLong('2024-11-21T13:30:00Z', 'en')).toMatch(
      /^Thursday,? 21 November 2024 at 14:30$/,
    );
    expect(inMoroccoLong('2024-11-21T13:30:00Z', 'ar')).toMatch(/21 نونبر 2024/);
  });
});

describe('what readers see of a post', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  it.each([
    ['draft', null, 'draft'],
    ['archived', '2026-01-01T00:00:00Z', 'archived'],
    ['published', '2026-11-21T11:59:59Z', 'published'],
    ['published', '2026-11-21T12:00:01Z', 'scheduled'],
  ])('of one that is %s and dated %s: %s', (status, published_at, want) => {
    expect(publicState({ status, published_at }, now)).toBe(want);
  });
});
