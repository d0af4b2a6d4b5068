import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addressNow, pageOf, showAdmin } from '@tests/admin-page';
import { refused } from '@tests/page';
import { expectText } from '@tests/expect-text';
import { order, secondOrder, serveOrders } from '@tests/orders';
import { closeToasts, enterText, user } from '@tests/user';
import { OrdersScreen } from './orders-screen';

const open = (query = '') => showAdmin(<OrdersScreen />, `/admin/book-orders${query}`);

let orders: Awaited<ReturnType<typeof serveOrders>>;

beforeEach(async () => {
  orders = await serveOrders();
});
afterEach(closeToasts);

describe('the list of orders', () => {
  it('asks for a page of the view and for how many there are', async () => {
    open('?state=new&state=confirmed&filter=not_paid&city=F%C3%A8s&page=3&sort=buyer_name');
    await expectText('Fatima Zahra');
    expect(orders.asked().pathname).toBe('/rest/v1/book_order_search');
    expect(Object.fromEntries(orders.asked().searchParams)).toMatchObject({
      order_status: 'in.("new","confirmed")',
      paid: 'eq.false',
      city_key: 'in.("fes")',
      order: 'buyer_name.asc,id.asc',
      offset: '50',
      limit: '25',
    });
  });

  it('has as many rows on a page as were chosen', async () => {
    orders.listed = pageOf([order, secondOrder], 300);
    open('?page=2');
    await enterText(await screen.findByRole('combobox', { name: 'Rows of a page' }), '100');
    await waitFor(() => expect(orders.asked().searchParams.get('limit')).toBe('100'));
    expect(addressNow()).not.toContain('page=');
    expect(localStorage.getItem('admin.page-size')).toBe('100');
  });

  it('searches where there is an index for it, in folded words', async () => {
    open('?q=Fatima%20ZAHRÄ');
    await screen.findByText('Fatima Zahra');
    expect(orders.asked().pathname).toBe('/rest/v1/book_order_search');
    expect(orders.asked().searchParams.getAll('search_text')).toEqual([
      'like.%fatima%',
      'like.%zahra%',
    ]);
    expect(orders.asked().searchParams.get('pieces')).toContain('cs.{"fa","at"');
  });

  it('has seven filters, and queues that are views of them, with counts from one request', async () => {
    open('?city=Rabat&edition=fr');
    await screen.findByRole('radio', { name: 'All 12' });
    expect(screen.getAllByRole('radio').map(({ parentElement: tab }) => tab?.textContent)).toEqual([
      'All12',
      'Confirmed4',
      'Not confirmed8',
      'Paid8',
      'Not paid4',
      'Fulfilled8',
      'Not fulfilled4',
    ]);
    await user.click(screen.getByRole('radio', { name: 'Not fulfilled 4' }));
    expect(addressNow()).toBe('/admin/book-orders?city=Rabat&edition=fr&filter=not_fulfilled');
    await waitFor(() => expect(orders.asked().searchParams.get('fulfilled')).toBe('eq.false'));
    const queue = screen.getByRole('combobox', { name: 'Queue' });
    await user.selectOptions(queue, 'Sent, not paid (0)');
    expect(addressNow()).toContain('city=Rabat&edition=fr&state=fulfilled&filter=not_paid');
    expect(screen.getByRole('radio', { name: /^Not paid/ })).toBeChecked();
    await waitFor(() => expect(orders.asked().searchParams.get('paid')).toBe('eq.false'));
    await user.selectOptions(queue, 'Queue: All');
    expect(addressNow()).toBe('/admin/book-orders?city=Rabat&edition=fr');
    expect(orders.rpcBodies('order_counts')).toEqual([{ cities: ['rabat'] }]);
  });

  it('shows each filter as a chip that can be removed', async () => {
    open('?state=new&state=spam&filter=paid&city=Rabat&from=2026-11-20&q=sara&sort=buyer_name');
    for (const chip of ['State: New', 'City: Rabat', 'Ordered from: 20/11/2026']) {
      expect(
        await screen.findByRole('button', { name: `Remove the filter ${chip}` }),
      ).toBeVisible();
    }
    await user.click(screen.getByRole('button', { name: 'Remove the filter State: Spam' }));
    expect(addressNow()).toContain('state=new');
    expect(addressNow()).not.toContain('state=spam');
    expect(screen.getByRole('group', { name: 'Filters that are set' })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Clear all' }));
    expect(addressNow()).toBe('/admin/book-orders?sort=buyer_name');
    expect(screen.queryByRole('button', { name: /^Remove the filter/ })).toBeNull();
  });

  it('combines filters, with the number of orders of each value', async () => {
    open('?edition=fr&filter=not_confirmed');
    await user.click(await screen.findByRole('button', { name: 'Filters (1)' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Filters' }));
    await user.click(await panel.findByRole('checkbox', { name: 'Confirmed 0' }));
    await user.click(panel.getByRole('checkbox', { name: 'Fulfilled 8' }));
    await user.click(await panel.findByRole('checkbox', { name: 'Fez 12' }));
    await enterText(panel.getByLabelText('Until'), '2026-11-21');
    const chip = await screen.findByRole('button', { name: 'Remove the filter City: Fez' });
    expect(chip).toBeVisible();
    expect(addressNow()).toBe(
      '/admin/book-orders?edition=fr&filter=not_confirmed&state=confirmed&state=fulfilled&city=fes&to=2026-11-21',
    );
    expect(orders.rpcBodies('order_cities').at(-1)).toMatchObject({
      states: ['confirmed', 'fulfilled'],
      is_confirmed: false,
    });
  });

  it('says when there are none', async () => {
    orders.listed = pageOf([]);
    open();
    await expectText('No orders found');
  });

  it('says a failure in words and tries again', async () => {
    orders.listed = refused(400, 'PGRST100', 'no');
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent('The orders could not be loaded.');
    orders.listed = pageOf([order]);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await expectText('Fatima Zahra');
  });
});

describe('orders that come in meanwhile', () => {
  const third = { ...order, id: secondOrder.id.replace(/2$/, '3'), buyer_name: 'Salma Idrissi' };
  const newer = () => screen.queryByText(/ new orders?$/);
  let count: number;

  beforeEach(() => {
    count = 0;
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'setTimeout', 'Date'] });
    const before = orders.server.getMockImplementation();
    orders.server.mockImplementation((address, init) =>
      init.method === 'HEAD' && address.includes('created_at=gt.')
        ? pageOf([], count)()
        : (before?.(address, init) ?? Promise.reject(new Error('unasked'))),
    );
  });
  afterEach(() => void vi.useRealTimers());

  it('are counted, and listed only when asked for', async () => {
    open('?filter=not_paid');
    await screen.findByText('Fatima Zahra');
    expect(newer()).toBeNull();
    count = 1;
    orders.listed = pageOf([third, order, secondOrder]);
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    await expectText('1 new order');
    const counted = orders.server.mock.calls.findLast(([url]) => url.includes('created_at=gt.'));
    const params = new URL(counted?.[0] ?? 'http://nothing').searchParams;
    expect(params.get('created_at')).toBe('gt.2026-11-20T10:00:00Z');
    expect(params.get('paid')).toBe('eq.false');
    expect(screen.queryByText('Salma Idrissi')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show' }));
    expect(screen.getByRole('main')).toHaveFocus();
    await expectText('Salma Idrissi');
  });

  it.each(['?q=fatima', '?sort=buyer_name', '?page=2'])('are none to %s', async (query) => {
    count = 1;
    open(query);
    await screen.findByText('Fatima Zahra');
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(newer()).toBeNull();
  });
});
