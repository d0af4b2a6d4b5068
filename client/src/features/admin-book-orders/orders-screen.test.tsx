import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addressNow, pageOf, showAdmin } from '@tests/admin-page';
import { refused, serve, type Server } from '@tests/page';
import './order-drawer'; // the screen lazy-loads it
import { OrdersScreen } from './orders-screen';
import type { Order } from './order-flag';

const order: Order = {
  id: '00000000-0000-4000-8000-000000000001',
  order_number: 'BO17636000000001',
  buyer_name: 'Fatima Zahra',
  buyer_email: 'fatima@example.org',
  buyer_phone: '0612345678',
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
  language: 'fr',
  paid_at: null,
  restocked: false,
  erased_at: null,
  created_at: '2026-11-20T10:00:00Z',
  updated_at: '2026-11-20T10:00:00Z',
};
const second: Order = {
  ...order,
  id: '00000000-0000-4000-8000-000000000002',
  order_number: 'BO17636000000002',
  buyer_name: 'Youssef Tazi',
  paid: true,
};

const flag = (name: string) => screen.getByRole('switch', { name: new RegExp(`^${name}.*0001$`) });
const open = (query = '') => showAdmin(<OrdersScreen />, `/admin/book-orders${query}`);

let server: Server;
/** How the next changes are answered; by default each is made. */
let change: (url: URL) => Promise<Response>;
let listed: () => Promise<Response>;
/** How functions of the database answer, and the history of an order. */
let rpc: () => Promise<Response>;
let history: (method: string) => Promise<Response>;

const idsIn = (url: URL) => [...(url.searchParams.get('id') ?? '').matchAll(/[0-9a-f-]{36}/g)];
const made = (url: URL) =>
  Promise.resolve(Response.json(idsIn(url).map(([id]) => ({ ...order, id }))));

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  listed = pageOf([order, second]);
  change = made;
  rpc = () => Promise.resolve(new Response(null, { status: 204 }));
  history = (method) =>
    Promise.resolve(method === 'POST' ? new Response(null, { status: 201 }) : Response.json([]));
  server = await serve(() => Promise.resolve(Response.json([])));
  server.mockImplementation((address, { method }) => {
    const url = new URL(address);
    if (method === 'PATCH') return change(url);
    if (method === 'HEAD') return pageOf([], 7)();
    if (url.pathname.startsWith('/rest/v1/rpc/')) return rpc();
    if (url.pathname.endsWith('/book_order_changes')) return history(method ?? 'GET');
    return url.pathname.includes('book_order') ? listed() : Promise.resolve(Response.json([]));
  });
});

// Toasts are global: reset them between tests.
afterEach(() => {
  const toasts = document.querySelectorAll('[aria-live="polite"] button');
  for (const button of toasts)
    if (button.getAttribute('aria-label') === 'Close') fireEvent.click(button);
});

const calls = (method: string) =>
  server.mock.calls
    .filter(([url, init]) => init.method === method && /\/book_order(s|_search)\b/.test(url))
    .map(([url, { body }]) => ({
      url: new URL(url),
      body: typeof body === 'string' ? JSON.parse(body) : undefined,
    }));
const bodiesTo = (path: string) =>
  server.mock.calls
    .filter(([url, { method }]) => method === 'POST' && new URL(url).pathname.endsWith(path))
    .map(([, { body }]): unknown => (typeof body === 'string' ? JSON.parse(body) : undefined));
const rpcBodies = (name: string) => bodiesTo(`/rpc/${name}`);
const asked = () => calls('GET').at(-1)?.url ?? new URL('http://nothing');

describe('the list of orders', () => {
  it('asks for a page of the view and for how many there are', async () => {
    open('?filter=not_paid&page=3&sort=buyer_name');
    expect(await screen.findByText('Fatima Zahra')).toBeVisible();
    expect(asked().pathname).toBe('/rest/v1/book_orders');
    expect(Object.fromEntries(asked().searchParams)).toMatchObject({
      paid: 'eq.false',
      order: 'buyer_name.asc,id.asc',
      offset: '50',
      limit: '25',
    });
  });

  it('searches where there is an index for it, in folded words', async () => {
    open('?q=Fatima%20ZAHRÄ');
    await screen.findByText('Fatima Zahra');
    expect(asked().pathname).toBe('/rest/v1/book_order_search');
    expect(asked().searchParams.getAll('search_text')).toEqual(['like.%fatima%', 'like.%zahra%']);
    expect(asked().searchParams.get('pieces')).toContain('cs.{"fa","at"');
  });

  it('has nine filters with their counts, in the address', async () => {
    open();
    expect(await screen.findAllByRole('radio')).toHaveLength(9);
    fireEvent.click(await screen.findByRole('radio', { name: 'Not fulfilled 7' }));
    expect(addressNow()).toContain('filter=not_fulfilled');
    await waitFor(() => expect(asked().searchParams.get('fulfilled')).toBe('eq.false'));
    // What has ended is not to be sent.
    expect(asked().searchParams.get('order_status')).toBe('in.("new","confirmed","fulfilled")');
  });

  it('says when there are none', async () => {
    listed = pageOf([]);
    open();
    expect(await screen.findByText('No orders found')).toBeVisible();
  });

  it('says a failure in words and tries again', async () => {
    listed = refused(400, 'PGRST100', 'no');
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent('The orders could not be loaded.');
    listed = pageOf([order]);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Fatima Zahra')).toBeVisible();
  });
});

describe('orders that come in meanwhile', () => {
  const third = { ...order, id: second.id.replace(/2$/, '3'), buyer_name: 'Salma Idrissi' };
  const newer = () => screen.queryByText(/ new orders?$/);
  let count: number;

  beforeEach(() => {
    count = 0;
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'setTimeout', 'Date'] });
    const before = server.getMockImplementation();
    server.mockImplementation((address, init) =>
      init.method === 'HEAD' && address.includes('created_at=gt.')
        ? pageOf([], count)()
        : (before?.(address, init) ?? made(new URL(address))),
    );
  });
  afterEach(() => void vi.useRealTimers());

  it('are counted, and listed only when asked for', async () => {
    open('?filter=not_paid');
    await screen.findByText('Fatima Zahra');
    expect(newer()).toBeNull();
    count = 1;
    listed = pageOf([third, order, second]);
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(await screen.findByText('1 new order')).toBeVisible();
    const counted = server.mock.calls.findLast(([url]) => url.includes('created_at=gt.'));
    const params = new URL(counted?.[0] ?? 'http://nothing').searchParams;
    expect(params.get('created_at')).toBe('gt.2026-11-20T10:00:00Z');
    expect(params.get('paid')).toBe('eq.false');
    expect(screen.queryByText('Salma Idrissi')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Show' }));
    expect(screen.getByRole('main')).toHaveFocus();
    expect(await screen.findByText('Salma Idrissi')).toBeVisible();
  });

  it.each(['?q=fatima', '?sort=buyer_name', '?page=2'])('are none to %s', async (query) => {
    count = 1;
    open(query);
    await screen.findByText('Fatima Zahra');
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(newer()).toBeNull();
  });
});

describe('a flag', () => {
  it('is set at once, sent with the time alone, and undone', async () => {
    open();
    await screen.findByText('Fatima Zahra');
    fireEvent.click(flag('Paid'));
    await waitFor(() => expect(flag('Paid')).toBeChecked());
    expect(flag('Confirmed')).not.toBeChecked();
    expect(await screen.findByText('Order BO17636000000001 is paid.')).toBeVisible();
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect(calls('PATCH')[0]?.body).toEqual({ paid: true, updated_at: time });
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(flag('Paid')).not.toBeChecked());
    await waitFor(() => expect(calls('PATCH')[1]?.body).toEqual({ paid: false, updated_at: time }));
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it.each([
    { name: 'the server refuses', answer: refused(403, '42501', 'permission denied') },
    {
      name: 'no row was changed: a policy refuses without an error',
      answer: () => Promise.resolve(Response.json([])),
    },
  ])('is taken back where $name', async ({ answer }) => {
    change = answer;
    open();
    await screen.findByText('Fatima Zahra');
    fireEvent.click(flag('Paid'));
    expect(await screen.findByText(/^Order BO17636000000001 was not changed\./)).toBeVisible();
    expect(flag('Paid')).not.toBeChecked();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });
});

describe('many orders', () => {
  const tickAll = async () => {
    await screen.findByText('Fatima Zahra');
    for (const box of screen.getAllByRole('checkbox', { name: /^Select order/ })) {
      fireEvent.click(box);
    }
  };

  it('are set together, and each gets its own state back', async () => {
    open();
    await tickAll();
    fireEvent.click(screen.getByRole('button', { name: 'Mark as paid' }));
    expect(await screen.findByText('1 order is paid.')).toBeVisible();
    expect(idsIn(calls('PATCH')[0]?.url ?? new URL('http://x')).map(([id]) => id)).toEqual([
      order.id, // the other one is paid already
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(calls('PATCH')[1]?.body).toMatchObject({ paid: false }));
    expect(flag('Paid')).not.toBeChecked();
    expect(screen.getByRole('switch', { name: /^Paid.*0002$/ })).toBeChecked();
  });

  it('are counted where the server changes only some', async () => {
    change = () => Promise.resolve(Response.json([{ id: second.id }]));
    open();
    await tickAll();
    fireEvent.click(screen.getByRole('button', { name: 'Mark as confirmed' }));
    expect(await screen.findByText(/^1 order was not changed\./)).toBeVisible();
    expect(screen.getByText('1 order is confirmed.')).toBeVisible();
    expect(flag('Confirmed')).not.toBeChecked();
    expect(screen.getByRole('switch', { name: /^Confirmed.*0002$/ })).toBeChecked();
  });
});

describe('one order', () => {
  const opened = async () => {
    open(`?open=${order.id}`);
    return within(await screen.findByRole('dialog'));
  };

  it('is shown with all that is known of it', async () => {
    const drawer = await opened();
    for (const text of ['2 · Arabic edition', 'Cash on delivery', '558 MAD', 'Not yet']) {
      expect(drawer.getAllByText(text)[0]).toBeVisible();
    }
    expect(drawer.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:+212612345678');
  });

  it('is written about in the language of its edition', async () => {
    const drawer = await opened();
    const link = drawer.getByRole('link', { name: 'WhatsApp' });
    await waitFor(() =>
      expect(decodeURIComponent(link.getAttribute('href') ?? '')).toContain('مرحبًا'),
    );
    expect(link).toHaveAttribute(
      'href',
      expect.stringContaining('https://wa.me/212612345678?text='),
    );
  });

  it('says what is odd, and lets it be', async () => {
    const drawer = await opened();
    fireEvent.click(drawer.getByRole('switch', { name: /^Fulfilled/ }));
    expect(await drawer.findByText(/^Fulfilled, but never confirmed/)).toBeVisible();
    expect(drawer.getByText(/^Fulfilled, but not paid/)).toBeVisible();
    expect(drawer.getByRole('switch', { name: /^Fulfilled/ })).toBeChecked();
  });

  it('keeps notes below the edition, and what was typed over a failure', async () => {
    rpc = refused(500, 'XX000', 'down');
    const drawer = await opened();
    const notes = drawer.getByRole('textbox', { name: 'Notes' });
    fireEvent.change(notes, { target: { value: 'Call after six.' } });
    fireEvent.click(drawer.getByRole('button', { name: 'Save notes' }));
    expect(await screen.findByText(/^The notes were not saved\./)).toBeVisible();
    expect(notes).toHaveValue('Call after six.');
    rpc = () => {
      listed = pageOf([{ ...order, notes: 'ar\nCall after six.' }]);
      return Promise.resolve(new Response(null, { status: 204 }));
    };
    await act(() => Promise.resolve());
    fireEvent.click(drawer.getByRole('button', { name: 'Save notes' }));
    expect(await drawer.findByText('Saved')).toBeVisible();
    expect(notes).toHaveValue('Call after six.');
    expect(rpcBodies('edit_order').at(-1)).toEqual({
      order_id: order.id,
      known: order.updated_at,
      changes: { notes: 'ar\nCall after six.' },
      mail: false,
    });
  });

  it('does not save notes over those of somebody else', async () => {
    const drawer = await opened();
    const notes = drawer.getByRole('textbox', { name: 'Notes' });
    fireEvent.change(notes, { target: { value: 'Mine.' } });
    listed = pageOf([{ ...order, notes: 'ar\nTheirs.' }]);
    rpc = refused(409, 'PT409', 'changed');
    fireEvent.click(drawer.getByRole('button', { name: 'Save notes' }));
    expect(await drawer.findByText('Theirs.')).toBeVisible();
    expect(rpcBodies('edit_order')).toMatchObject([{ known: order.updated_at }]);
    rpc = () => Promise.resolve(new Response(null, { status: 204 }));
    fireEvent.click(drawer.getByRole('button', { name: 'Keep mine' }));
    fireEvent.click(drawer.getByRole('button', { name: 'Save notes' }));
    await waitFor(() =>
      expect(rpcBodies('edit_order').at(-1)).toMatchObject({ changes: { notes: 'ar\nMine.' } }),
    );
  });

  it('has the language of its e-mails, which is saved at once', async () => {
    const drawer = await opened();
    expect(asked().searchParams.get('select')).toContain('language');
    const language = drawer.getByRole('combobox', { name: 'E-mails to the buyer' });
    expect(language).toHaveValue('fr');
    fireEvent.change(language, { target: { value: 'ar' } });
    expect(await drawer.findByText('Saved')).toBeVisible();
    expect(calls('PATCH')[0]?.body).toEqual({
      language: 'ar',
      updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
    expect(language).toHaveValue('ar');
    change = refused(403, '42501', 'permission denied');
    fireEvent.change(language, { target: { value: '' } });
    await waitFor(() => expect(calls('PATCH')[1]?.body).toMatchObject({ language: null }));
    expect(await screen.findByText(/^The language was not changed\./)).toBeVisible();
    expect(language).toHaveValue('ar');
  });

  it('is said to be gone where there is none of that id', async () => {
    listed = pageOf([]);
    open(`?open=${order.id}`);
    expect(await screen.findByText('This order could not be found.')).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByText('This order could not be found.')).toBeNull());
    expect(addressNow()).toBe('/admin/book-orders');
  });
});
