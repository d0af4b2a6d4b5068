import { useState } from 'react';
import { act, screen } from '@testing-library/react';
import { useMutation } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pageOf, showAdmin } from '@tests/admin-page';
import { fakeRealtime } from '@tests/fake-realtime';
import { rows, serve, type Server } from '@tests/page';
import { closeToasts, user } from '@tests/user';
import { toNotifications } from '@/admin/kit/notifications/to-notifications';
import { useNotifications } from '@/admin/kit/notifications/use-notifications';
import { useAllRows } from '@/admin/kit/rows/use-all-rows';
import { useCounts } from '@/admin/kit/rows/use-counts';
import { useInsertRow } from '@/admin/kit/rows/use-insert-row';
import { usePageOfRows } from '@/admin/kit/rows/use-page-of-rows';
import { rememberOwn } from './own-rows';
import { touchedBy } from './start-live';
import { useLive } from './use-live';

type Order = { id: string; buyer_name: string; paid?: boolean };

let server: Server;
let line: Awaited<ReturnType<typeof fakeRealtime>>;
/** The rows of the table. */
let orders: Order[];

const idsIn = (url: URL) => /in\.\((.*)\)/.exec(url.searchParams.get('id') ?? '')?.[1]?.split(',');

beforeEach(async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  onRowsLost.mockReset();
  orders = [
    { id: 'a', buyer_name: 'Amina' },
    { id: 'b', buyer_name: 'Badr' },
  ];
  server = await serve(rows([]));
  server.mockImplementation((address) => {
    const url = new URL(address);
    const ids = idsIn(url);
    const found = ids === undefined ? orders : orders.filter(({ id }) => ids.includes(id));
    return url.pathname.endsWith('/book_orders') ? pageOf(found)() : pageOf([])();
  });
  line = await fakeRealtime();
});
afterEach(async () => {
  await closeToasts();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

const onRowsLost = vi.fn<() => void>();

function Live({ isIn = true }) {
  const tell = useNotifications();
  useLive(isIn, { onEvents: (events) => tell(toNotifications(events)), onRowsLost });
  return null;
}

const view = { search: '', sort: '-created_at', page: 1 } as const;

function Orders() {
  const { data } = usePageOfRows('book_orders', { view });
  const { all } = useCounts('book_orders', { all: [] });
  return (
    <>
      <ol>
        {data?.rows.map(({ id, buyer_name }) => (
          <li key={id}>{buyer_name}</li>
        ))}
      </ol>
      <p>{`${data?.total} listed, ${all} counted`}</p>
    </>
  );
}

const listed = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
const asked = () => server.mock.calls.map(([url]) => new URL(url));
const pagesAsked = () => asked().filter((url) => url.searchParams.has('order')).length;

async function open(part = <Orders />) {
  const rendered = showAdmin(
    <>
      {part}
      <Live />
    </>,
  );
  await after(2_000);
  await line.join();
  await after(1_000);
  server.mockClear();
  return rendered;
}

describe('a list that holds still', () => {
  it('shows a changed row in its place, asking for that row alone', async () => {
    await open();
    orders = [
      { id: 'c', buyer_name: 'Chama' },
      { id: 'a', buyer_name: 'Amina' },
      { id: 'b', buyer_name: 'Badr Alaoui' },
    ];
    await line.change('book_orders', 'UPDATE', { id: 'b' });
    await after(200);
    expect(listed()).toEqual(['Amina', 'Badr Alaoui']);
    expect(asked().flatMap((url) => idsIn(url) ?? [])).toEqual(['b']);
    expect(pagesAsked()).toBe(0);
  });

  it('loses a row that is gone, and counts anew', async () => {
    await open();
    orders = [{ id: 'a', buyer_name: 'Amina' }];
    await line.change('book_orders', 'DELETE', { id: 'b' });
    await after(200);
    expect(listed()).toEqual(['Amina']);
    expect(screen.getByText('1 listed, 1 counted')).toBeVisible();
    expect(onRowsLost).toHaveBeenCalledOnce();
  });

  it('that keeps its rows says nothing of lost ones', async () => {
    await open();
    await line.change('book_orders', 'UPDATE', { id: 'b' });
    await line.change('book_orders', 'INSERT', { id: 'c' });
    await after(200);
    expect(asked().length).toBeGreaterThan(0);
    expect(onRowsLost).not.toHaveBeenCalled();
  });

  it('says that it was emptied, as it is for an admin who was deactivated', async () => {
    await open();
    await line.status('CHANNEL_ERROR', new Error('lost'));
    orders = [];
    await line.join();
    await after(200);
    expect(screen.queryAllByRole('listitem')).toEqual([]);
    expect(onRowsLost).toHaveBeenCalledOnce();
  });

  it('does not ask for rows that it does not have', async () => {
    await open();
    await line.change('book_orders', 'UPDATE', { id: 'elsewhere' });
    await after(200);
    expect(asked().flatMap((url) => idsIn(url) ?? [])).toEqual([]);
  });

  it('asks once for many changes', async () => {
    await open();
    for (let at = 0; at < 50; at += 1) await line.change('book_orders', 'UPDATE', { id: 'a' });
    await after(900);
    expect(asked().filter((url) => idsIn(url) !== undefined)).toHaveLength(1);
  });

  it('is renewed as a whole when the line is back', async () => {
    await open();
    await line.status('CHANNEL_ERROR', new Error('lost'));
    orders = [{ id: 'b', buyer_name: 'Badr Alaoui' }];
    await line.join();
    await after(200);
    expect(listed()).toEqual(['Badr Alaoui']);
  });

  it('is not overwritten while this window changes it', async () => {
    let finish = () => {};
    const retained = new Promise<void>((resolve) => {
      finish = resolve;
    });
    await open(<Changing until={retained} />);
    await user.click(screen.getByRole('button', { name: 'Change' }));
    await line.change('book_orders', 'UPDATE', { id: 'b' });
    await after(5_000);
    expect(asked()).toEqual([]);
    finish();
    await after(200);
    expect(asked().flatMap((url) => idsIn(url) ?? [])).toEqual(['b']);
  });
});

function Changing({ until }: { until: Promise<void> }) {
  const { mutate } = useMutation({ mutationFn: () => until });
  return (
    <>
      <Orders />
      <button type="button" onClick={() => mutate()}>
        Change
      </button>
    </>
  );
}

describe('what follows', () => {
  function Awards() {
    const { data = [] } = useAllRows('awards', { sort: 'display_order' }, { live: true });
    return <p>{`${data.length} awards`}</p>;
  }
  const awardsAsked = () => asked().filter(({ pathname }) => pathname.endsWith('/awards')).length;

  it('asks by itself until the line stands, then hardly ever, and again when it breaks', async () => {
    showAdmin(
      <>
        <Awards />
        <Live />
      </>,
    );
    await after(2_000);
    server.mockClear();
    await after(40_000);
    expect(awardsAsked()).toBe(2);
    await line.join();
    await after(1_000);
    server.mockClear();
    await after(120_000);
    expect(awardsAsked()).toBe(0);
    await line.change('awards', 'INSERT', { id: 'x' });
    await after(200);
    expect(awardsAsked()).toBe(1);
    await line.status('CHANNEL_ERROR', new Error('lost'));
    server.mockClear();
    await after(40_000);
    expect(awardsAsked()).toBe(2);
  });

  it('is let go when nobody is in any more', async () => {
    const Session = () => {
      const [isIn, setIn] = useState(true);
      return (
        <>
          <Live isIn={isIn} />
          <button type="button" onClick={() => setIn(false)}>
            Leave
          </button>
        </>
      );
    };
    showAdmin(<Session />);
    await after(2_000);
    await line.join();
    await user.click(screen.getByRole('button', { name: 'Leave' }));
    await after(0);
    expect(line.removed).toHaveBeenCalledWith(line.channels[0]);
  });
});

describe('what comes in', () => {
  const order = (id: string, name: string, quantity: number) => ({
    id,
    buyer_name: name,
    quantity,
  });
  const says = (text: string) =>
    screen.queryByText(text.replaceAll('<', '\u2068').replaceAll('>', '\u2069'));

  it('is said, with the way to it', async () => {
    await open();
    await line.change('book_orders', 'INSERT', order('n1', 'Amina', 2));
    await after(200);
    expect(says('New order: <Amina> · 2 books')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open' })).toHaveAttribute(
      'href',
      '/admin/book-orders?open=n1&lang=en',
    );
    await user.click(screen.getByRole('link', { name: 'Open' }));
    await after(0);
    expect(screen.getByTestId('address')).toHaveTextContent('/admin/book-orders?open=n1');
    expect(says('New order: <Amina> · 2 books')).toBeNull();
  });

  it('is said once for many at once, and joins what stands', async () => {
    await open();
    for (const id of ['m1', 'm2', 'm3'])
      await line.change('book_orders', 'INSERT', order(id, id, 1));
    await after(1_000);
    expect(says('3 new orders')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Show' })).toHaveAttribute(
      'href',
      '/admin/book-orders?lang=en',
    );
    await line.change('contact_submissions', 'INSERT', { id: 'm4', name: 'Karim' });
    await after(1_000);
    expect(says('3 new orders and 1 new message')).toBeVisible();
    expect(says('3 new orders')).toBeNull();
    expect(screen.getByRole('link', { name: 'Show' })).toHaveAttribute(
      'href',
      '/admin/dashboard?lang=en',
    );
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await line.change('retreat_inquiries', 'INSERT', { id: 'm5', name: 'Lina' });
    await after(1_000);
    expect(says('New request for the retreat: <Lina>')).toBeVisible();
  });

  it('goes by itself after a while', async () => {
    await open();
    await line.change('book_reviews', 'INSERT', {
      id: 'r1',
      name: 'Nadia',
      rating: 5,
      status: 'pending',
    });
    await after(200);
    expect(says('New review: <Nadia> · 5 stars')).toBeVisible();
    await after(12_000);
    expect(says('New review: <Nadia> · 5 stars')).toBeNull();
  });

  it('is no news where it was made in this window, changed or decided already', async () => {
    await open();
    rememberOwn('own');
    await line.change('book_orders', 'INSERT', order('own', 'Amina', 1));
    await line.change('book_orders', 'UPDATE', order('o2', 'Amina', 1));
    await line.change('book_reviews', 'INSERT', {
      id: 'r2',
      name: 'Nadia',
      rating: 5,
      status: 'approved',
    });
    await line.change('awards', 'INSERT', { id: 'w' });
    await after(1_000);
    expect(screen.queryByText(/^New|\d new/)).toBeNull();
  });

  it('is no news to who is just adding it, though the word comes before the answer', async () => {
    let answer = (_given: Response) => {};
    const retained = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    await open(<Adding />);
    const before = server.getMockImplementation();
    server.mockImplementation((url, init) =>
      init.method === 'POST' ? retained : (before?.(url, init) ?? retained),
    );
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await line.change('book_reviews', 'INSERT', {
      id: 'r3',
      name: 'Nadia',
      rating: 4,
      status: 'pending',
    });
    await after(1_000);
    answer(Response.json([{ id: 'r3' }]));
    await after(1_000);
    expect(screen.queryByText(/^New review/)).toBeNull();
  });
});

function Adding() {
  const { mutate } = useInsertRow('book_reviews');
  return (
    <button type="button" onClick={() => mutate({ name: 'Nadia', rating: 4 })}>
      Add
    </button>
  );
}

describe('where a change shows', () => {
  const placesOf = (table: string, row: Record<string, string>) => [
    ...touchedBy([{ table, kind: 'UPDATE', row }]).entries(),
  ];

  it('is in its table, in the views of it, and in the log', () => {
    const ids = new Set(['o']);
    expect(placesOf('book_orders', { id: 'o' })).toEqual([
      ['book_orders', ids],
      ['book_order_search', ids],
      ['book_order_changes', ids],
      ['book_order_refunds', ids],
      ['form_submissions', ids],
      ['newest_items', ids],
      ['audit_log', ids],
    ]);
  });

  it('is the post of a working copy, and the message of a talk', () => {
    expect(new Map(placesOf('blog_post_copies', { post_id: 'p' })).get('blog_post_list')).toEqual(
      new Set(['p']),
    );
    const talk = placesOf('speaking_inquiries', { id: 't', contact_submission_id: 'm' });
    expect(new Map(talk).get('contact_submissions')).toEqual(new Set(['t', 'm']));
  });

  it('is everywhere once the line is back', () => {
    const all = touchedBy([{ table: 'awards', kind: 'UPDATE', row: { id: 'a' } }, 'everything']);
    expect([...all.values()].every((ids) => ids === 'all')).toBe(true);
    expect([...all.keys()]).toContain('site_settings');
  });
});
