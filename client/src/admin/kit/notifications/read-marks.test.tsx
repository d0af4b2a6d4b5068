import { act, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { accountItems } from '@/admin/kit/account/account-items';
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

beforeEach(() => accountItems.close());

describe('what was seen', () => {
  it('is kept for each kind, and only ever grows', () => {
    expect(isFirstVisit(readMarks())).toBe(true);
    markRead(['contact', 'review'], late);
    markRead(['contact'], early);
    expect(readMarks()).toEqual({ contact: late, review: late });
    expect(isFirstVisit(readMarks())).toBe(false);
    expect([isRead(late, early), isRead(early, late), isRead(undefined, early)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('is told to every part of the page', () => {
    function Told() {
      return <p>{useReadMarks().review ?? 'never'}</p>;
    }
    render(<Told />);
    act(() => markRead(['review'], early));
    expect(screen.getByText(early)).toBeVisible();
  });

  it('is what a list shows while somebody looks', () => {
    const visible = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    function List() {
      useMarkRead(['contact'], late);
      return null;
    }
    render(<List />);
    expect(readMarks()).toEqual({});
    visible.mockReturnValue('visible');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(readMarks()).toEqual({ contact: late });
  });
});

it('a badge has room for three digits', () => {
  expect([3, 999, 1000].map(badgeText)).toEqual(['3', '999', '999+']);
});
