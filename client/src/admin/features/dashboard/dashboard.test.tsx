import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { accountItems } from '@/admin/kit/account/account-items';
import { refused, serve, show, type Server } from '@tests/page';
import { user } from '@tests/user';
import { FunnelSection } from './funnel-section';
import { NewestSection } from './newest-section';
import { OrdersSection } from './orders-section';
import { SiteCountsSection } from './site-counts-section';

const json = (body: unknown) => Promise.resolve(Response.json(body));
const counted = (count: number) =>
  Promise.resolve(new Response(null, { headers: { 'content-range': `*/${count}` } }));

let server: Server;
/** What the server answers, by the last part of the address. */
let answers: Record<string, () => Promise<Response>>;

beforeEach(async () => {
  localStorage.clear();
  answers = {};
  server = await serve(() => json([]));
  server.mockImplementation((url) => {
    const name = new URL(url).pathname.split('/').at(-1) ?? '';
    return (answers[name] ?? (() => json([])))();
  });
});

describe('the counts', () => {
  it('are asked for head-only and exact, and lead to their screens', async () => {
    answers = { book_orders: () => counted(1234), book_reviews: () => counted(10) };
    show(<SiteCountsSection links={{ book_orders: '/admin/book-orders' }} />);
    expect(await screen.findByText('1,234')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Book orders' })).toHaveAttribute(
      'href',
      '/admin/book-orders?lang=en',
    );
    expect(screen.queryByRole('link', { name: 'Book reviews' })).toBeNull();
    expect(server.mock.calls.map(([, init]) => init.method)).toEqual(Array(6).fill('HEAD'));
    for (const [, { headers }] of server.mock.calls)
      expect(new Headers(headers).get('Prefer')).toContain('count=exact');
  });

  it('show what is there where one is refused, and ask for that one again', async () => {
    answers = {
      book_orders: () => counted(7),
      media_highlights: () => Promise.resolve(new Response(null, { status: 403 })),
    };
    show(<SiteCountsSection links={{}} />);
    expect(await screen.findByText('7')).toBeInTheDocument();
    expect(screen.getByRole('alert')).toHaveTextContent('The figures could not be loaded.');
    answers['media_highlights'] = () => counted(4);
    const before = server.mock.calls.length;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('4')).toBeInTheDocument();
    expect(server.mock.calls.slice(before).map(([url]) => new URL(url).pathname)).toEqual([
      '/rest/v1/media_highlights',
    ]);
  });
});

describe('the orders per day', () => {
  const day = (date: string, orders: number) => ({
    day: date,
    orders,
    copies: orders,
    ordered: orders * 558,
    revenue: orders * 279,
  });

  it('are summed, drawn and listed', async () => {
    answers = {
      orders_per_day: () =>
        json([day('2026-11-19', 1), day('2026-11-20', 0), day('2026-11-21', 2)]),
    };
    show(<OrdersSection />);
    expect(await screen.findByRole('img', { name: 'Orders: 3 orders' })).toBeInTheDocument();
    expect(
      screen.getByRole('img', { name: 'Revenue (paid, less refunds): 837 MAD' }),
    ).toBeInTheDocument();
    const table = within(screen.getByRole('table'));
    expect(table.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
      '21/11/2026',
      '19/11/2026',
    ]);
  });

  it('are asked for as far back as one likes', async () => {
    answers = { orders_per_day: () => json([day('2026-11-21', 1)]) };
    show(<OrdersSection />);
    await user.click(await screen.findByRole('radio', { name: '90 days' }));
    expect(await screen.findByRole('radio', { name: '90 days', checked: true })).toBeVisible();
    const asked = server.mock.calls.map(([, { body }]) => body);
    expect(asked).toEqual(['{"days":30}', '{"days":90}']);
  });

  it('say why they are not there, and can be asked for again', async () => {
    answers = { orders_per_day: refused(403, '42501', 'no') };
    show(<OrdersSection />);
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'The orders per day could not be loaded.',
    );
    answers = { orders_per_day: () => json([day('2026-11-21', 1)]) };
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('img', { name: 'Orders: 1 order' })).toBeInTheDocument();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the funnel', () => {
  const kind = (order_status: string, paid: boolean, orders: number) => ({
    order_status,
    paid,
    payment_method: 'cash',
    edition: 'fr',
    orders,
  });
  const kinds = [
    kind('new', false, 2),
    kind('new', true, 1),
    kind('confirmed', false, 2),
    kind('fulfilled', true, 1),
    kind('cancelled', false, 1),
    // Its flags are still set: it was confirmed and sent before it came back.
    kind('returned', true, 1),
    kind('spam', true, 40),
  ];

  it('shows each step as its part of all orders', async () => {
    answers = { order_counts: () => json(kinds) };
    show(<FunnelSection />);
    const steps = await screen.findAllByRole('link');
    expect(steps.map(({ textContent }) => textContent)).toEqual([
      'New3 38 %',
      'Confirmed3 38 %',
      'Paid3 38 %',
      'Sent1 13 %',
      'Ended: 1 cancelled, 0 refused, 1 returned',
    ]);
    expect(screen.getByText('of 8 orders in all')).toBeInTheDocument();
  });

  it('counts as many orders as the list has that it links to', async () => {
    answers = { order_counts: () => json(kinds) };
    show(<FunnelSection />);
    const links = await screen.findAllByRole('link');
    const counts = links.map(({ textContent }) => [...textContent.matchAll(/\d+(?! %|\d)/g)]);
    const listed = links.map((link) => {
      const { searchParams } = new URL(link.getAttribute('href') ?? '', 'http://localhost');
      const states = searchParams.getAll('state');
      const isListed = (each: (typeof kinds)[number]) =>
        (states.length === 0 ? each.order_status !== 'spam' : states.includes(each.order_status)) &&
        (searchParams.get('filter') !== 'paid' || each.paid);
      return kinds.filter(isListed).reduce((sum, { orders }) => sum + orders, 0);
    });
    expect(listed).toEqual([3, 3, 3, 1, 2]);
    expect(counts.map((all) => all.reduce((sum, [count]) => sum + Number(count), 0))).toEqual(
      listed,
    );
  });

  it('says where it could not be loaded', async () => {
    answers = { order_counts: refused(403, '42501', 'no') };
    show(<FunnelSection />);
    expect(await screen.findByRole('alert')).toHaveTextContent('The steps of the orders');
  });
});

describe('what came in last', () => {
  const form = (id: string, name: string, minute: number) => ({
    id,
    form_type: 'contact',
    name,
    email: null,
    created_at: `2026-11-21T10:0${minute}:00Z`,
  });

  it('is marked as new from the second visit on, until it was seen', async () => {
    const before = '2026-11-21T10:01:00Z';
    accountItems.set('mark', 'contact', before);
    accountItems.set('mark', 'review', before);
    answers = {
      form_submissions: () => json([form('b', 'Nadia', 3), form('a', 'Karim', 1)]),
      book_reviews: () => json([{ id: 'r', name: 'Lina', created_at: '2026-11-21T10:02:00Z' }]),
    };
    show(<NewestSection />);
    const items = await screen.findAllByRole('link');
    expect(items.map(({ textContent }) => /^\D+(?=\d)/.exec(textContent)?.[0])).toEqual([
      'NadiaNewContact',
      'LinaNewReview to check',
      'KarimContact',
    ]);
    expect(screen.getByRole('status', { hidden: false })).toHaveTextContent('2 new items');
    await user.click(screen.getByRole('button', { name: 'Mark all as seen' }));
    expect(screen.queryByText('New')).toBeNull();
    expect(accountItems.store.get().mark).toMatchObject({
      book_order: '2026-11-21T10:03:00Z',
      contact: '2026-11-21T10:03:00Z',
      review: '2026-11-21T10:03:00Z',
    });
  });
});
