import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { accountItems } from '@/admin/kit/account/account-items';
import { pageOf, showAdmin } from '@tests/admin-page';
import { serve } from '@tests/page';
import { user } from '@tests/user';
import { usePageOfRows } from '@/admin/kit/rows/use-page-of-rows';
import { markRead, readMarks } from '@/admin/kit/notifications/read-marks';
import { NewerRows } from './newer-rows';

const early = '2026-11-20T10:00:00Z';
const late = '2026-11-21T10:00:00Z';
const view = { search: '', sort: '-created_at', page: 1 } as const;

let listed: { id: string; created_at: string }[];

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  localStorage.clear();
  accountItems.close();
  listed = [{ id: 'first', created_at: early }];
  const server = await serve(pageOf([]));
  server.mockImplementation((url, { method }) => {
    const since = new URL(url).searchParams.get('created_at')?.replace('gt.', '') ?? '';
    const newer = listed.filter(({ created_at }) => created_at > since).length;
    return method === 'HEAD' ? pageOf([], newer)() : pageOf(listed)();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Advances the timers and lets the requests finish. */
async function after(ms: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms));
  for (let turn = 0; turn < 5; turn += 1) {
    // oxlint-disable-next-line no-await-in-loop
    await act(() => vi.advanceTimersByTimeAsync(0));
  }
}

function List({ isSelected = false, withDrawer = false }) {
  const found = usePageOfRows('book_orders', { view });
  return (
    <>
      <NewerRows
        relation="book_orders"
        filters={(since) => [['created_at', 'gt', since]]}
        view={view}
        found={found}
        kinds={['book_order']}
        text={(count) => `${count} came in`}
      />
      <ul data-list="" {...(isSelected && { 'data-ticked': '' })}>
        {found.data?.rows.map(({ id }) => (
          <li key={id}>
            <button type="button">{id}</button>
          </li>
        ))}
      </ul>
      {withDrawer && <div role="dialog" />}
    </>
  );
}

const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

/** A row is created, and the list gets the event. */
async function comesIn() {
  listed = [{ id: 'second', created_at: late }, ...listed];
  await after(20_100);
}

describe('what came in since a list was read', () => {
  it('joins it by itself once no hand has moved for a moment', async () => {
    showAdmin(<List />);
    await after(0);
    await user.hover(screen.getByRole('button', { name: 'first' }));
    await comesIn();
    expect(rows()).toEqual(['first']);
    expect(screen.getByText('1 came in')).toBeVisible();
    await after(1_000);
    await user.unhover(screen.getByRole('button', { name: 'first' }));
    await after(1_000);
    expect(rows()).toEqual(['first']);
    await after(600);
    expect(rows()).toEqual(['second', 'first']);
    expect(screen.queryByText('1 came in')).toBeNull();
  });

  it.each([
    ['something is ticked', <List key="selected" isSelected />],
    ['a row is open', <List key="open" withDrawer />],
  ])('waits to be asked for while %s', async (_why, list) => {
    showAdmin(list);
    await after(0);
    await comesIn();
    await after(10_000);
    expect(rows()).toEqual(['first']);
    await user.click(screen.getByRole('button', { name: 'Show', hidden: true }));
    await after(0);
    expect(rows()).toEqual(['second', 'first']);
  });

  it('waits while the keyboard is in the list, and while it is looked at further down', async () => {
    showAdmin(<List />);
    await after(0);
    screen.getByRole('button', { name: 'first' }).focus();
    await comesIn();
    await after(10_000);
    expect(rows()).toEqual(['first']);
    screen.getByRole('button', { name: 'first' }).blur();
    vi.spyOn(window, 'scrollY', 'get').mockReturnValue(900);
    fireEvent.wheel(document.body);
    await after(10_000);
    expect(rows()).toEqual(['first']);
    vi.spyOn(window, 'scrollY', 'get').mockReturnValue(0);
    fireEvent.wheel(document.body);
    await after(1_600);
    expect(rows()).toEqual(['second', 'first']);
  });

  it('is seen once it is shown, and not before', async () => {
    markRead(['book_order'], '2026-01-01T00:00:00Z');
    showAdmin(<List isSelected />);
    await after(0);
    expect(readMarks().book_order).toBe(early);
    await comesIn();
    expect(readMarks().book_order).toBe(early);
    await user.click(screen.getByRole('button', { name: 'Show' }));
    await after(0);
    expect(readMarks().book_order).toBe(late);
  });
});
