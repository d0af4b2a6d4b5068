import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pageOf, showAdmin } from '@tests/admin-page';
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

describe('many orders', () => {
  const selectPage = async () => {
    await screen.findAllByText('Fatima Zahra');
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
  };
  /** The requests that read the orders of a batch before it is changed. */
  const rereads = () =>
    orders
      .calls('GET')
      .flatMap(({ url }) =>
        url.searchParams.get('select') === 'id,order_number,updated_at' ? [url] : [],
      );
  const ids = [order.id, secondOrder.id];
  /** What the database says of each order; by default all are changed. */
  let said: Record<string, string>;

  beforeEach(() => {
    said = {};
    orders.rpc = (_name, { orders: marked }) =>
      Promise.resolve(Response.json(marked.map(({ id }) => ({ id, outcome: said[id] ?? 'done' }))));
  });

  it('are marked together where they are as they were read, and those that were are put back', async () => {
    said = { [secondOrder.id]: 'same' };
    open();
    await selectPage();
    await user.click(screen.getByRole('button', { name: 'Mark as paid' }));
    await expectText('1 order is paid.');
    expect(orders.rpcBodies('mark_orders')).toEqual([
      { orders: ids.map((id) => ({ id, known: order.updated_at })), flag: 'paid', value: true },
    ]);
    expect(screen.getByText('1 order was not changed.')).toBeVisible();
    expect(screen.getByText(/^Was so already \(1\):/)).toHaveTextContent(secondOrder.order_number);
    expect(screen.queryByText(/selected$/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(orders.rpcBodies('mark_orders')).toHaveLength(2));
    expect(orders.rpcBodies('mark_orders')[1]).toMatchObject({ value: false });
    const undone = rereads().at(-1);
    expect(undone?.searchParams.get('id')).toBe(`in.(${order.id})`);
  });

  it('are all that match, beyond the page, and only while they match', async () => {
    orders.listed = pageOf([order, secondOrder], 3);
    open('?filter=not_paid');
    await selectPage();
    const third = { ...order, id: order.id.replace(/1$/, '3') };
    orders.listed = pageOf([order, secondOrder, third], 3);
    await user.click(screen.getByRole('button', { name: 'Select all 3 that match' }));
    await expectText('3 selected');
    // One was paid by somebody else meanwhile, so the database does not list it any more.
    orders.listed = pageOf([order, third], 2);
    await user.click(screen.getByRole('button', { name: 'Mark as confirmed' }));
    await expectText('2 orders are confirmed.');
    expect(screen.getByText(/^Does not match the filters any more \(1\):/)).toBeVisible();
    const [reread] = rereads();
    expect(reread?.searchParams.get('paid')).toBe('eq.false');
  });

  it('are cancelled with a reason', async () => {
    said = { [secondOrder.id]: 'sent' };
    open();
    await selectPage();
    await user.click(screen.getByRole('button', { name: 'Cancel…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel 2 orders' }));
    // The other button does not say "Cancel", too.
    expect(dialog.getByRole('button', { name: 'Leave them as they are' })).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Cancel 2 orders' }));
    expect(await dialog.findByText('Please give a reason.')).toBeVisible();
    await enterText(dialog.getByRole('textbox', { name: /^Reason/ }), ' Out of print ');
    await user.click(dialog.getByRole('button', { name: 'Cancel 2 orders' }));
    await expectText('1 order is cancelled.');
    expect(orders.rpcBodies('cancel_orders')).toMatchObject([
      { reason: 'Out of print', mail: true },
    ]);
    expect(screen.getByText(/^The parcel was sent \(1\):/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });
});
