import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { refused, sentTo, serve, show, type Server } from '../../../tests/page';
import { startI18n } from '../../i18n';
import type { Order } from './order-flag';
import { OrderList } from './order-list';
import type { OrderView } from './order-view';

const order: Order = {
  id: '00000000-0000-4000-8000-000000000001',
  order_number: 'BO17636000000001',
  buyer_name: 'Fatima Zahra',
  buyer_email: 'fatima@example.org',
  buyer_phone: '+212612345678',
  shipping_address: '12, rue Ibn Sina',
  shipping_city: 'Rabat',
  shipping_postal_code: '10000',
  quantity: 2,
  total_amount: 558,
  currency: 'MAD',
  payment_method: 'cod',
  payment_status: 'pending',
  order_status: 'new',
  confirmed: false,
  paid: false,
  fulfilled: false,
  notes: 'ar',
  created_at: '2026-11-20T10:00:00Z',
  updated_at: '2026-11-20T10:00:00Z',
};

const page =
  (orders: Order[], total = orders.length) =>
  () => {
    const headers = { 'content-range': `0-${orders.length}/${total}` };
    return Promise.resolve(Response.json(orders, { headers }));
  };
const changed = (count: number) =>
  Promise.resolve(new Response(null, { status: 204, headers: { 'content-range': `*/${count}` } }));

const all: OrderView = { filter: 'all', search: '', page: 1 };
const list = (view = all) => <OrderList view={view} onTurn={() => {}} />;
const flag = (name: string) => screen.getByRole('switch', { name: new RegExp(`^${name}`) });

let server: Server;
beforeEach(async () => {
  server = await serve(page([order]));
  await startI18n(['site', 'admin']);
});

/** Holds back the answer to the next change until it is given. */
function holdNext(): (answer: Promise<Response>) => Promise<void> {
  let resolve: (answer: Response) => void = () => {};
  const held = new Promise<Response>((settle) => {
    resolve = settle;
  });
  server.mockImplementationOnce(() => held);
  return async (answer) => {
    resolve(await answer);
    await act(() => Promise.resolve());
  };
}

describe('the list of orders', () => {
  it('asks for 25 of the view, the newest first, and for how many there are', async () => {
    show(list({ filter: 'not_paid', search: 'Rabat', page: 3 }));
    expect(await screen.findByText('Fatima Zahra')).toBeVisible();
    const [url = '', init] = server.mock.calls[0] ?? [];
    const asked = Object.fromEntries(new URL(url).searchParams);
    expect(asked).toMatchObject({
      select: '*',
      paid: 'eq.false',
      order: 'created_at.desc,id.asc',
      offset: '50',
      limit: '25',
    });
    expect(asked['or']).toContain('shipping_city.ilike."%Rabat%"');
    expect(new Headers(init?.headers).get('prefer')).toContain('count=exact');
  });

  it('says when there are none', async () => {
    server.mockImplementation(page([]));
    show(list());
    expect(screen.getByText('Loading...')).toBeVisible();
    expect(await screen.findByText('No orders found')).toBeVisible();
  });

  it('says a failure in words and tries again', async () => {
    server.mockImplementation(refused(400, 'PGRST100', 'no'));
    show(list());
    expect(await screen.findByRole('alert')).toHaveTextContent('The orders could not be loaded.');
    server.mockImplementation(page([order]));
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Fatima Zahra')).toBeVisible();
  });

  it('shows the first page where the one asked for is past the end', async () => {
    server.mockImplementationOnce(refused(416, 'PGRST103', 'Requested range not satisfiable'));
    show(list({ ...all, page: 9 }));
    expect(await screen.findByText('1-1 of 1')).toBeVisible();
  });

  it('shows one order with every field named', async () => {
    show(list());
    fireEvent.click(await screen.findByRole('button', { name: /^Details of order/ }));
    const facts = screen.getByRole('dialog', { name: 'Book order' });
    for (const text of ['Deliver to', 'Cash on delivery', 'Arabic edition', '558 MAD']) {
      expect(facts).toHaveTextContent(text);
    }
  });
});

describe('a flag', () => {
  it('is set at once, and sent with the time alone', async () => {
    show(list());
    await screen.findByText('Fatima Zahra');
    const answer = holdNext();
    fireEvent.click(flag('Paid'));
    await waitFor(() => expect(flag('Paid')).toBeChecked());
    expect(flag('Confirmed')).not.toBeChecked();
    expect(screen.getAllByText('Paid').length).toBeGreaterThan(1); // the state follows too
    await answer(changed(1));
    expect(flag('Paid')).toBeChecked();
    expect(sentTo(server, 'book_orders', 1)).toEqual({
      paid: true,
      updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
  });

  it('is taken back when the server refuses, and others stay as they were set', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    show(list());
    await screen.findByText('Fatima Zahra');
    const answerPaid = holdNext();
    fireEvent.click(flag('Paid'));
    await waitFor(() => expect(flag('Paid')).toBeChecked());
    server.mockImplementation(() => changed(1));
    fireEvent.click(flag('Confirmed'));
    await waitFor(() => expect(flag('Confirmed')).toHaveAttribute('aria-busy', 'false'));
    await answerPaid(refused(403, '42501', 'permission denied')());
    await waitFor(() => expect(flag('Paid')).not.toBeChecked());
    expect(flag('Confirmed')).toBeChecked();
    expect(screen.getByRole('alert')).toHaveTextContent('Order BO17636000000001 was not changed.');
    expect(log).toHaveBeenCalledOnce();
  });

  it('is taken back when no row was changed: a policy refuses without an error', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    show(list());
    await screen.findByText('Fatima Zahra');
    const answer = holdNext();
    fireEvent.click(flag('Fulfilled'));
    await waitFor(() => expect(flag('Fulfilled')).toBeChecked());
    await answer(changed(0));
    await waitFor(() => expect(flag('Fulfilled')).not.toBeChecked());
  });

  it('is sent once, however often it is pressed meanwhile', async () => {
    show(list());
    await screen.findByText('Fatima Zahra');
    const answer = holdNext();
    fireEvent.click(flag('Paid'));
    await waitFor(() => expect(flag('Paid')).toHaveAttribute('aria-busy', 'true'));
    fireEvent.click(flag('Paid'));
    await answer(changed(1));
    expect(flag('Paid')).toBeChecked();
    expect(server.mock.calls.filter(([, init]) => init.method === 'PATCH')).toHaveLength(1);
  });
});
