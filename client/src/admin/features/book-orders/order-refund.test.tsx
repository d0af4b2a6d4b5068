import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { pageOf, showAdmin } from '@tests/admin-page';
import { refused, serve, type Server } from '@tests/page';
import { expectText } from '@tests/expect-text';
import { enterText, user } from '@tests/user';
import { order as newOrder } from '@tests/orders';
import './order-drawer'; // the screen lazy-loads it
import { OrdersScreen } from './orders-screen';
import type { Order } from './order-flag';
import { refundable, type Refund } from './order-refund';

const order: Order = {
  ...newOrder,
  payment_method: 'card',
  payment_status: 'paid',
  order_status: 'returned',
  confirmed: true,
  paid: true,
  fulfilled: true,
  language: null,
  paid_at: '2026-11-20T11:00:00Z',
  restocked: true,
  refunded_amount: 100,
};

const refund: Refund = {
  id: '00000000-0000-4000-8000-00000000e001',
  order_id: order.id,
  amount: 100,
  refunded_on: '2026-11-21',
  method: 'cash',
  reason: 'A torn page',
  author_id: null,
  made_by: 'Nadia',
  created_at: '2026-11-21T10:00:00Z',
  withdrawn_at: null,
  withdrawn_by: '',
  mail: false,
  tell_reason: false,
  message: null,
};

let stored: Order;
let refunds: Refund[];
let server: Server;
let write: () => Promise<Response>;

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  stored = order;
  refunds = [refund];
  write = () => Promise.resolve(new Response(null, { status: 204 }));
  server = await serve(() => Promise.resolve(Response.json([])));
  server.mockImplementation((address, { method }) => {
    const { pathname } = new URL(address);
    if (pathname.endsWith('/book_order_refunds')) {
      return method === 'GET' ? Promise.resolve(Response.json(refunds)) : write();
    }
    if (method === 'HEAD') return pageOf([], 1)();
    return /book_order(s|_search)$/.test(pathname)
      ? pageOf([stored])()
      : Promise.resolve(Response.json([]));
  });
});

const sent = (method: string, path = '/book_order_refunds') =>
  server.mock.calls
    .filter(([url, init]) => init.method === method && url.includes(path))
    .map(([, { body }]): unknown => (typeof body === 'string' ? JSON.parse(body) : undefined));

async function opened() {
  showAdmin(<OrdersScreen />, `/admin/book-orders?open=${order.id}`);
  return within(await screen.findByRole('dialog'));
}

async function openedForm() {
  const drawer = await opened();
  await user.click(drawer.getByRole('button', { name: 'Enter a refund' }));
  const fill = (label: RegExp, value: string) => enterText(drawer.getByLabelText(label), value);
  const save = () => user.click(drawer.getByRole('button', { name: 'Save the refund' }));
  return { drawer, fill, save };
}

describe('what can be refunded', () => {
  it.each([
    { name: 'the rest', of: {}, left: 458 },
    { name: 'hundredths', of: { total_amount: 0.3, refunded_amount: 0.1 }, left: 0.2 },
    { name: 'nothing of an open order', of: { order_status: 'fulfilled' as const }, left: 0 },
    { name: 'nothing of an unpaid one', of: { paid: false, refunded_amount: 0 }, left: 0 },
    { name: 'nothing more', of: { refunded_amount: 558 }, left: 0 },
  ])('is $name', ({ of, left }) => {
    expect(refundable({ ...order, ...of })).toBe(left);
  });
});

describe('a refund', () => {
  it('is entered with amount, day, way and reason', async () => {
    const { drawer, fill, save } = await openedForm();
    expect(drawer.getByLabelText(/^Amount given back/)).toHaveValue('458');
    await fill(/^Amount given back/, '12,345');
    await fill(/^Given back on/, '2026-11-21');
    await fill(/^Method/, 'bank_transfer');
    await fill(/^Reason/, 'Wrong edition');
    await save();
    await expectText('12.35 MAD of order BO17636000000001 was refunded.');
    expect(sent('POST')).toEqual([
      {
        id: expect.any(String),
        order_id: order.id,
        amount: 12.35,
        refunded_on: '2026-11-21',
        method: 'bank_transfer',
        reason: 'Wrong edition',
        mail: false,
        tell_reason: false,
        message: null,
      },
    ]);
  });

  it.each([
    { name: 'more than was paid', amount: '458.01', day: '2026-11-21', says: 'More than zero' },
    { name: 'nothing', amount: '0', day: '2026-11-21', says: 'More than zero' },
    { name: 'less than a hundredth', amount: '0.004', day: '2026-11-21', says: 'More than zero' },
    { name: 'a word', amount: 'all', day: '2026-11-21', says: 'More than zero' },
    { name: 'before the order', amount: '1', day: '2026-11-19', says: 'A day from the order' },
    { name: 'in the future', amount: '1', day: '2126-11-19', says: 'A day from the order' },
  ])('is refused in words: $name', async ({ amount, day, says }) => {
    const { drawer, fill, save } = await openedForm();
    await fill(/^Amount given back/, amount);
    await fill(/^Given back on/, day);
    await fill(/^Reason/, 'x');
    await save();
    expect(await drawer.findByText(new RegExp(`^${says}`))).toBeVisible();
    expect(sent('POST')).toEqual([]);
  });

  it('is told the buyer with the reason, where the team allows it', async () => {
    stored = { ...order, language: 'fr' };
    const { drawer, fill, save } = await openedForm();
    expect(drawer.getByRole('switch', { name: /^Tell the buyer/ })).toBeChecked();
    await user.click(drawer.getByRole('button', { name: 'Preview the e-mail' }));
    expect(await drawer.findByText('Please give a reason.')).toBeVisible();
    expect(screen.queryByRole('dialog', { name: 'E-mail to the buyer' })).toBeNull();
    await fill(/^Given back on/, '2026-11-21');
    await fill(/^Reason/, 'Page déchirée');
    await fill(/^Words for the buyer/, ' Avec nos excuses. ');
    await user.click(drawer.getByRole('switch', { name: /^Give the reason/ }));
    await user.click(drawer.getByRole('button', { name: 'Preview the e-mail' }));
    await waitFor(() => expect(sent('POST', 'preview-order-mail')).toHaveLength(1));
    expect(sent('POST', 'preview-order-mail')).toEqual([
      {
        order_id: order.id,
        kind: 'order_refunded',
        message: ' Avec nos excuses. ',
        refund: {
          amount: 458,
          refunded_on: '2026-11-21',
          method: 'cash',
          reason: 'Page déchirée',
          tell_reason: true,
        },
      },
    ]);
    await save();
    await waitFor(() => expect(sent('POST')).toHaveLength(1));
    expect(sent('POST')).toMatchObject([
      { mail: true, tell_reason: true, message: 'Avec nos excuses.', reason: 'Page déchirée' },
    ]);
  });

  it('is not told where the switch is off, whatever was written before', async () => {
    stored = { ...order, language: 'fr' };
    const { drawer, fill, save } = await openedForm();
    await fill(/^Given back on/, '2026-11-21');
    await fill(/^Reason/, 'x');
    await fill(/^Words for the buyer/, 'Pardon');
    await user.click(drawer.getByRole('switch', { name: /^Give the reason/ }));
    await user.click(drawer.getByRole('switch', { name: /^Tell the buyer/ }));
    await save();
    await waitFor(() => expect(sent('POST')).toHaveLength(1));
    expect(sent('POST')).toMatchObject([{ mail: false, tell_reason: false, message: null }]);
  });

  it('that somebody else has entered meanwhile is not given twice', async () => {
    const broken =
      'new row for relation "book_orders" violates check constraint "book_orders_refunded_at_most_paid"';
    write = refused(400, '23514', broken);
    const { drawer, fill, save } = await openedForm();
    await fill(/^Given back on/, '2026-11-21');
    await fill(/^Reason/, 'x');
    await save();
    expect(await drawer.findByText('More than zero, and at most 458 MAD.')).toBeVisible();
  });

  it('is in the history with its author, and is withdrawn after a question', async () => {
    const drawer = await opened();
    expect(await drawer.findByText('Refund of 100 MAD, Cash, 21/11/2026')).toBeVisible();
    expect(drawer.getByText('A torn page')).toBeVisible();
    expect(drawer.getByText('by Nadia')).toBeVisible();
    expect(drawer.queryByRole('button', { name: 'Reopen' })).toBeNull();
    await user.click(drawer.getByRole('button', { name: 'Withdraw' }));
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: 'Withdraw' }));
    await expectText('The refund of 100 MAD was withdrawn.');
    await waitFor(() => expect(sent('PATCH')).toEqual([{ withdrawn_at: expect.any(String) }]));
  });

  it('that was withdrawn says by whom', async () => {
    refunds = [{ ...refund, withdrawn_at: '2026-11-22T10:00:00Z', withdrawn_by: 'Omar' }];
    stored = { ...order, refunded_amount: 0 };
    const drawer = await opened();
    expect(await drawer.findByText('Withdrawn: entered by mistake')).toBeVisible();
    expect(drawer.getByText('by Omar')).toBeVisible();
    expect(drawer.queryByRole('button', { name: 'Withdraw' })).toBeNull();
    expect(drawer.getByRole('button', { name: 'Reopen' })).toBeVisible();
  });
});
