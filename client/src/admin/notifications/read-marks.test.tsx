import { act, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  isFirstVisit,
  isRead,
  markRead,
  readMarks,
  badgeText,
  useMarkRead,
  useReadMarks,
} from './read-marks';

const early = '2026-11-21T10:00:00.000001+00:00';
const late = '2026-11-21T11:00:00Z';

beforeEach(() => localStorage.clear());

describe('what was seen', () => {
  it('is kept for each kind, and only ever grows', () => {
    expect(isFirstVisit(readMarks.get())).toBe(true);
    markRead(['contact', 'review'], late);
    markRead(['contact'], early);
    expect(readMarks.get()).toEqual({ contact: late, review: late });
    expect(isFirstVisit(readMarks.get())).toBe(false);
    expect([isRead(late, early), isRead(early, late), isRead(undefined, early)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it.each(['no JSON', '[]', 'null', '{"contact": 7, "nonsense": "x"}'])(
    'is nothing where the browser keeps %s',
    (text) => {
      localStorage.setItem('admin-seen', text);
      expect(readMarks.get()).toEqual({});
    },
  );

  it('is told to every part of the page, and by other tabs', () => {
    function Told() {
      return <p>{useReadMarks().review ?? 'never'}</p>;
    }
    render(<Told />);
    act(() => markRead(['review'], early));
    expect(screen.getByText(early)).toBeVisible();
    localStorage.setItem('admin-seen', JSON.stringify({ review: late }));
    act(() => void window.dispatchEvent(new StorageEvent('storage')));
    expect(screen.getByText(late)).toBeVisible();
  });

  it('is what a list shows while somebody looks', () => {
    const visible = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    function List() {
      useMarkRead(['contact'], late);
      return null;
    }
    render(<List />);
    expect(readMarks.get()).toEqual({});
    visible.mockReturnValue('visible');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(readMarks.get()).toEqual({ contact: late });
  });
});

it('a badge does not count beyond what is known', () => {
  expect([3, 49, 50].map(badgeText)).toEqual(['3', '49', '50+']);
});
