import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { csvOf } from '@/admin/kit/csv';
import { guessMapping, readTable } from '@/admin/kit/import/read-table';
import { adminCatalogues } from '@/shared/i18n/admin-catalogues';
import { addCatalogues, getFixedT, loadNamespaces, startI18n } from '@/shared/i18n';
import { languages } from '@/shared/i18n/language';
import { showAdmin } from '@tests/admin-page';
import { refused, rows, serve, type Server } from '@tests/page';
import { expectText } from '@tests/expect-text';
import { enterText, user } from '@tests/user';
import { order as newOrder } from '@tests/orders';
import { orderCsv } from './order-csv';
import type { Order } from './order-flag';
import { checkOrders, flagsOf } from './order-import';
import { OrderImport } from './order-import-drawer';
import { orderImportFields } from './order-import-words';

const now = new Date('2026-11-23T12:00:00Z');

function checked(text: string) {
  const table = readTable(text);
  return checkOrders(table, guessMapping(table.heads, orderImportFields), now);
}

const order: Order = {
  ...newOrder,
  buyer_name: '=Amal',
  buyer_email: 'a@example.org',
  shipping_address: '12, rue "Ibn Sina"; 2e étage',
  shipping_city: 'مراكش',
  total_amount: 558.5,
  notes: 'Call first',
  created_at: '2025-11-20T10:00:00Z',
};

const confirmed = { confirmed: true };
const delivered = { confirmed: true, fulfilled: true };
const paid = { paid: true, paid_at: '2025-11-21T09:30:00.000Z' };
const states: Partial<Order>[] = [
  { order_status: 'new' },
  { order_status: 'new', ...paid },
  { order_status: 'confirmed', ...confirmed, payment_method: 'card' },
  { order_status: 'confirmed', ...confirmed, ...paid, payment_method: 'bank_transfer' },
  { order_status: 'fulfilled', ...delivered, ...paid, payment_method: 'stripe' },
  { order_status: 'fulfilled', fulfilled: true, edition: 'fr' },
  { order_status: 'cancelled', ...confirmed, edition: null },
  { order_status: 'refused', ...delivered },
  { order_status: 'returned', ...delivered, ...paid },
  { order_status: 'spam', notes: null, shipping_postal_code: null },
];

describe('our own export', () => {
  it.each(languages)('is imported as it was, in %s', async (language) => {
    addCatalogues(adminCatalogues);
    await startI18n(['site']);
    await loadNamespaces(language, ['admin-orders']);
    const orders = states.map((state, at) => ({
      ...order,
      ...state,
      order_number: `BO1763600000000${at}`,
    }));
    const file = csvOf(orderCsv(getFixedT(language, 'admin-orders')), orders, 'all', language);
    const { records, problems } = checked(file);
    expect(problems).toEqual([]);
    expect(records).toEqual(
      orders.map((each, at) => ({
        line: at + 2,
        order_number: each.order_number,
        created_at: '2025-11-20T10:00:00.000Z',
        buyer_name: each.buyer_name,
        buyer_email: each.buyer_email,
        buyer_phone: each.buyer_phone,
        shipping_address: each.shipping_address,
        shipping_city: each.shipping_city,
        shipping_postal_code: each.shipping_postal_code,
        quantity: each.quantity,
        total_amount: each.total_amount,
        payment_method: each.payment_method === 'cod' ? 'cash' : each.payment_method,
        order_status: each.order_status,
        confirmed: each.confirmed,
        paid: each.paid,
        fulfilled: each.fulfilled,
        paid_at: each.paid_at,
        edition: each.edition,
        notes: each.notes,
      })),
    );
  });
});

describe('a list from elsewhere', () => {
  it('has what is missing filled in', () => {
    const { records, problems } = checked(
      'Nom;Tél;E-mail;Montant;Date;Statut\n' +
        'Amal;612345678;a@b.co;1 234,50 DH;23/11/2025;Payé\n' +
        'Omar;+33 6 12 34 56 78;o@b.co;;;\n',
    );
    expect(problems).toEqual([]);
    expect(records).toMatchObject([
      {
        line: 2,
        order_number: null,
        buyer_phone: '+212612345678',
        total_amount: 1234.5,
        created_at: '2025-11-22T23:00:00.000Z',
        order_status: 'confirmed',
        paid: true,
        quantity: 1,
        payment_method: 'cash',
      },
      { line: 3, buyer_phone: '+33612345678', total_amount: null, created_at: null },
    ]);
  });

  it('says of each line what is wrong, and takes only good ones', () => {
    const head =
      'order;name;phone;email;copies;amount;currency;payment;edition;date;paid on;state;confirmed';
    const good = ';Amal;0612345678;a@b.co;1;279;MAD;cash;fr;2026-01-02;;new;no';
    const lines = [
      ';;0612345678;a@b.co',
      ';Amal;;a@b.co',
      ';Amal;0612345678;',
      ';Amal;2.126E+11;a@b.co',
      ';Amal;0612345678;nowhere',
      ';Amal;0612345678;a@b.co;0',
      ';Amal;0612345678;a@b.co;1.5',
      ';Amal;0612345678;a@b.co;1;much',
      ';Amal;0612345678;a@b.co;1;-5',
      ';Amal;0612345678;a@b.co;1;5;EUR',
      ';Amal;0612345678;a@b.co;1;5;;gold',
      ';Amal;0612345678;a@b.co;1;5;;;de',
      ';Amal;0612345678;a@b.co;1;5;;;;31/02/2026',
      ';Amal;0612345678;a@b.co;1;5;;;;2027-01-01',
      ';Amal;0612345678;a@b.co;1;5;;;;31/12/1999',
      ';Amal;0612345678;a@b.co;1;5;;;;2026-01-02;2026-01-01',
      ';Amal;0612345678;a@b.co;1;5;;;;;;lost',
      ';Amal;0612345678;a@b.co;1;5;;;;;;new;yes',
      ';Amal;0612345678;a@b.co;1;5;;;;;;;maybe',
      `12;Amal;0612345678;a@b.co`,
      `;${'x'.repeat(201)};0612345678;a@b.co`,
      `BO17636000000001${good}`,
      `BO17636000000001${good}`,
    ];
    const { records, problems } = checked([head, good, ...lines].join('\n'));
    expect(records.map(({ line }) => line)).toEqual([2, 24]);
    expect(problems.map(({ line, field, problem }) => `${line} ${field} ${problem}`)).toEqual([
      '3 buyer_name required',
      '4 buyer_phone required',
      '5 buyer_email required',
      '6 buyer_phone phone',
      '7 buyer_email email',
      '8 quantity quantity',
      '9 quantity quantity',
      '10 total_amount total',
      '11 total_amount total',
      '12 currency currency',
      '13 payment_method method',
      '14 edition edition',
      '15 created_at date',
      '16 created_at future',
      '17 created_at early',
      '18 paid_at paidBefore',
      '19 order_status state',
      '20 order_status clash',
      '21 confirmed answer',
      '22 order_number number',
      '23 buyer_name long',
      '25 order_number twice',
    ]);
  });
});

it.each([
  { state: undefined, said: {}, is: 'new' },
  { state: undefined, said: { fulfilled: 'yes' }, is: 'fulfilled' },
  { state: 'paid', said: {}, is: 'confirmed' },
  { state: 'paid', said: { confirmed: 'no' }, is: 'new' },
  { state: 'cancelled', said: { confirmed: 'yes' }, is: 'cancelled' },
  { state: 'cancelled', said: { fulfilled: 'yes' }, is: undefined },
  { state: 'returned', said: { fulfilled: 'no' }, is: undefined },
  { state: 'confirmed', said: { confirmed: 'no' }, is: undefined },
  { state: 'paid', said: { paid: 'no' }, is: undefined },
  { state: 'spam', said: { confirmed: 'yes' }, is: undefined },
] as const)('of $state and $said follows $is', ({ state, said, is }) => {
  const none = { confirmed: undefined, paid: undefined, fulfilled: undefined };
  expect(flagsOf(state, { ...none, ...said })?.order_status).toBe(is);
});

describe('the import', () => {
  let server: Server;
  type Sent = { records: { line: number }[]; only_check: boolean };
  let sent: Sent[];
  let answer: (call: Sent) => Promise<Response>;

  beforeEach(async () => {
    sent = [];
    answer = ({ records }) =>
      rows(
        records.map(({ line }) => ({
          line,
          outcome: line === 3 ? 'known' : line === 4 ? 'stock' : 'added',
          reason: null,
          taken: line === 2 ? 2 : 0,
        })),
      )();
    server = await serve(rows([]));
    server.mockImplementation((url, { body }) => {
      if (!url.includes('/rpc/import_orders')) return rows([])();
      const call: Sent = JSON.parse(typeof body === 'string' ? body : '{}');
      sent.push(call);
      return answer(call);
    });
  });

  const line = 'Amal;0612345678;a@b.co\n';
  async function paste(text: string) {
    showAdmin(<OrderImport onClose={() => {}} />);
    await enterText(
      await screen.findByLabelText('Or paste the lines, with the header'),
      `name;phone;email\n${text}`,
    );
    await user.click(screen.getByRole('button', { name: 'Check' }));
  }

  it('shows what it would do, and then does it in one request', async () => {
    await paste(`${line.repeat(5)}Amal;;a@b.co\n`);
    await expectText('3 orders can be imported.');
    expect(screen.getByText('They take 2 copies from the stock.')).toBeVisible();
    expect(screen.getByText('1 is here already, and is left out (line 3).')).toBeVisible();
    expect(screen.getByText('2 lines have errors.')).toBeVisible();
    const problems = screen.getByRole('list', { name: 'Lines with errors' });
    expect(problems).toHaveTextContent('Line 4: There are not enough copies');
    expect(problems).toHaveTextContent('Line 7, Phone: is empty: it is needed.');
    expect(sent.map(({ only_check: only }) => only)).toEqual([true]);
    await user.click(screen.getByRole('button', { name: 'Import 3 orders' }));
    await expectText('3 orders were imported.');
    expect(sent.map(({ records, only_check: only }) => [records.length, only])).toEqual([
      [5, true],
      [5, false],
    ]);
    expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull();
  });

  it('says that nothing was imported, and can be tried again', async () => {
    await paste(line);
    const submit = await screen.findByRole('button', { name: 'Import 1 order' });
    const good = answer;
    answer = refused(503, '57014', 'too slow');
    await user.click(submit);
    await expectText(/^Nothing was imported\./);
    answer = good;
    await user.click(submit);
    await expectText('1 order was imported.');
  });

  it('says that it could not be checked', async () => {
    answer = refused(403, '42501', 'no');
    await paste(line);
    await expectText(/^The orders could not be checked\./);
  });
});
