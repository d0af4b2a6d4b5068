import { act, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { rows, serve, show } from '@tests/page';
import { LocalTime, timeZoneOf } from './local-time';

afterEach(() => vi.useRealTimers());

describe('the local time', () => {
  it.each([
    ['Morocco', 'Africa/Casablanca'],
    ['Imlil, Morocco', 'Africa/Casablanca'],
    ['Lisbon', undefined],
    ['', undefined],
  ])('of %s has the time zone %s', (place, zone) => {
    expect(timeZoneOf(place)).toBe(zone);
  });

  it('is that of the zone, with its offset, and goes on', async () => {
    await serve(rows([]));
    vi.useFakeTimers({ now: new Date('2025-06-01T10:29:30Z') });
    show(<LocalTime timeZone="Africa/Casablanca" />);
    expect(screen.getByRole('time')).toHaveTextContent('11:29 GMT+1');
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    expect(screen.getByRole('time')).toHaveTextContent('11:30 GMT+1');
  });
});
