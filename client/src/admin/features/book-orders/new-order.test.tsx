import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addressNow, pageOf, showAdmin } from '@tests/admin-page';
import { created, refused, serve, type Server } from '@tests/page';
import { expectText } from '@tests/expect-text';
import { closeToasts, enterText, user } from '@tests/user';
import { order as newOrder } from '@tests/orders';
import { csvOf } from '@/admin/kit/csv';
import { addCatalogues, getFixedT, startI18n } from '@/shared/i18n';
import { adminCatalogues } from '@/shared/i18n/admin-catalogues';
import './new-order-form'; // the screen lazy-loads it
import { orderCsv } from './order-csv';
import { OrdersScreen } from './orders-screen';
import type { Order } from './order-flag';

let server: Server;
/** How inserts are answered, one after the other; afterwards they are taken. */
let answers: (() => Promise<Response>)[];

beforeEach(async () => {
  sessionStorage.clear();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  answers = [];
  server = await serve(pageOf([]));
  server.mockImplementation((address, { method }) => {
    if (address.includes('/rpc/')) return pageOf([])();
    if (method === 'POST') return (answers.shift() ?? created)();
    if (address.includes('site_settings')) {
      return pageOf([{ key: 'book.price_mad', value: 279 }])();
    }
    return pageOf([])();
  });
});

const form = async () => {
  showAdmin(<OrdersScreen />, '/admin/book-orders?open=new');
  await screen.findByDisplayValue('279');
};
const type = (label: RegExp, value: string) =>
  enterText(screen.getByRole('textbox', { name: label }), value);
const fillIn = async () => {
  await type(/^Buyer/, 'Sara');
  await type(/^Phone/, '06 12 34 56 78');
  await type(/^E-mail/, 'sara@example.org');
};
const add = () => user.click(screen.getByRole('button', { name: 'Add this order' }));
const inserts = (): unknown[] =>
  server.mock.calls.flatMap(([url, { method, body }]) =>
    method === 'POST' && !url.includes('/rpc/') && typeof body === 'string'
      ? [JSON.parse(body)]
      : [],
  );

afterEach(closeToasts);

describe('a new order', () => {
  it('wants who ordered, and sends nothing without', async () => {
    await form();
    await add();
    expect(await screen.findAllByText('Please fill in all required fields')).toHaveLength(3);
    expect(screen.getByRole('textbox', { name: /^Buyer/ })).toHaveFocus();
    await type(/^Buyer/, 'Sara');
    await type(/^Phone/, '06');
    await type(/^E-mail/, 'nowhere');
    await add();
    await expectText('This is no e-mail address.');
    expect(inserts()).toEqual([]);
  });

  it('costs price times copies, until somebody types another sum', async () => {
    await form();
    await type(/^Copies/, '3');
    expect(await screen.findByDisplayValue('837')).toBeVisible();
    await type(/^Total/, '700,50');
    await type(/^Copies/, '4');
    await fillIn();
    await add();
    await screen.findByText(/^Order BO\d+ was added\.$/);
    expect(inserts()[0]).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      order_number: expect.stringMatching(/^BO\d{14,16}$/),
      buyer_name: 'Sara',
      buyer_phone: '+212612345678',
      quantity: 4,
      total_amount: 700.5,
      payment_method: 'cash',
      shipping_postal_code: null,
      edition: 'fr',
      notes: null,
    });
    await waitFor(() => expect(addressNow()).not.toContain('open='));
  });

  it.each(['0', '-1', '1.5', ''])('is not of %s copies', async (copies) => {
    await form();
    await fillIn();
    await type(/^Copies/, copies);
    await add();
    await expectText('At least one copy, at most 1,000.');
    expect(inserts()).toEqual([]);
  });

  it('takes another number where its own is taken', async () => {
    answers = [refused(409, '23505', 'violates unique constraint "book_orders_order_number_key"')];
    await form();
    await fillIn();
    await add();
    await screen.findByText(/^Order BO\d+ was added\.$/);
    expect(inserts()).toHaveLength(2);
  });

  it('keeps every word over a failure, and the id over the next attempt', async () => {
    answers = [refused(500, 'XX000', 'down')];
    await form();
    await fillIn();
    await add();
    await expectText(/^Error creating order\. Please try again\./);
    expect(screen.getByDisplayValue('sara@example.org')).toBeVisible();
    // The first attempt has arrived after all: its row is there, and this is no second order.
    answers = [refused(409, '23505', 'violates unique constraint "book_orders_pkey"')];
    await add();
    await waitFor(() => expect(addressNow()).not.toContain('open='));
    const [first, again] = inserts();
    expect(first).toMatchObject({ buyer_name: 'Sara' });
    expect(again).toEqual(first);
  });
});

describe('the file of orders', () => {
  it('quotes every cell and lets nothing count as a formula', async () => {
    addCatalogues(adminCatalogues);
    await startI18n(['site', 'admin-orders']);
    const order: Order = {
      ...newOrder,
      buyer_name: '=HYPERLINK("x")',
      buyer_email: 'a@example.org',
      shipping_address: '12, rue "Ibn Sina"\n2e étage',
      shipping_city: 'مراكش',
      shipping_postal_code: null,
      total_amount: 558.5,
      confirmed: true,
      notes: 'Call first',
      created_at: '2025-11-20T10:00:00Z',
      refunded_amount: 100.5,
    };
    const [, line] = csvOf(orderCsv(getFixedT('en', 'admin-orders')), [order], 'all').split('\r\n');
    expect(line).toBe(
      `"BO17636000000001","2025-11-20 11:00","'=HYPERLINK(""x"")","a@example.org","00212-612345678",` +
        `"12, rue ""Ibn Sina""\n2e étage","","مراكش","Arabic edition","2","558.5","0","100.5","MAD","Cash on delivery","yes","no","no","Confirmed","","Call first"`,
    );
  });
});
