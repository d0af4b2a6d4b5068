import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addressNow, pageOf, showAdmin } from '@tests/admin-page';
import { refused, serve, type Server } from '@tests/page';
import { expectText } from '@tests/expect-text';
import { closeToasts, enterText, user } from '@tests/user';
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
  edition: 'ar',
  notes: null,
  language: 'fr',
  paid_at: null,
  restocked: false,
  refunded_amount: 0,
  erased_at: null,
  import_id: null,
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

const kind = { payment_method: 'cod', edition: 'fr', confirmed: false, fulfilled: false };
const kinds = [
  { ...kind, order_status: 'confirmed', confirmed: true, paid: false, orders: 4 },
  { ...kind, order_status: 'fulfilled', fulfilled: true, paid: true, orders: 8 },
];
const cities = [{ city_key: 'fes', city: 'فاس', orders: 12 }];

const flag = (name: string) => screen.getByRole('switch', { name: new RegExp(`^${name}.*0001$`) });
const open = (query = '') => showAdmin(<OrdersScreen />, `/admin/book-orders${query}`);

let server: Server;
/** How the next changes are answered; by default each is made. */
let change: (url: URL) => Promise<Response>;
let listed: () => Promise<Response>;
/** How functions of the database answer, and the history of an order. */
let rpc: (name: string, body: { orders: { id: string }[] }) => Promise<Response>;
let history: (method: string) => Promise<Response>;

const idsIn = (url: URL) => [...(url.searchParams.get('id') ?? '').matchAll(/[0-9a-f-]{36}/g)];
const made = (url: URL) =>
  Promise.resolve(Response.json(idsIn(url).map(([id]) => ({ ...order, id }))));

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  listed = pageOf([order, second]);
  change = made;
  localStorage.clear();
  rpc = () => Promise.resolve(new Response(null, { status: 204 }));
  history = (method) =>
    Promise.resolve(method === 'POST' ? new Response(null, { status: 201 }) : Response.json([]));
  server = await serve(() => Promise.resolve(Response.json([])));
  server.mockImplementation((address, { method, body }) => {
    const url = new URL(address);
    if (method === 'PATCH') return change(url);
    if (method === 'HEAD') return pageOf([], 7)();
    const [, called] = /\/rpc\/(.*)$/.exec(url.pathname) ?? [];
    if (called === 'order_counts') return Promise.resolve(Response.json(kinds));
    if (called === 'order_cities') return Promise.resolve(Response.json(cities));
    if (called !== undefined)
      return rpc(called, JSON.parse(typeof body === 'string' ? body : '{}'));
    if (url.pathname.endsWith('/book_order_changes')) return history(method ?? 'GET');
    return /book_order(s|_search)$/.test(url.pathname)
      ? listed()
      : Promise.resolve(Response.json([]));
  });
});

afterEach(closeToasts);

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
    open('?state=new&state=confirmed&filter=not_paid&city=F%C3%A8s&page=3&sort=buyer_name');
    await expectText('Fatima Zahra');
    expect(asked().pathname).toBe('/rest/v1/book_order_search');
    expect(Object.fromEntries(asked().searchParams)).toMatchObject({
      order_status: 'in.("new","confirmed")',
      paid: 'eq.false',
      city_key: 'in.("fes")',
      order: 'buyer_name.asc,id.asc',
      offset: '50',
      limit: '25',
    });
  });

  it('has as many rows on a page as were chosen', async () => {
    listed = pageOf([order, second], 300);
    open('?page=2');
    await enterText(await screen.findByRole('combobox', { name: 'Rows of a page' }), '100');
    await waitFor(() => expect(asked().searchParams.get('limit')).toBe('100'));
    expect(addressNow()).not.toContain('page=');
    expect(localStorage.getItem('admin.page-size')).toBe('100');
  });

  it('searches where there is an index for it, in folded words', async () => {
    open('?q=Fatima%20ZAHRÄ');
    await screen.findByText('Fatima Zahra');
    expect(asked().pathname).toBe('/rest/v1/book_order_search');
    expect(asked().searchParams.getAll('search_text')).toEqual(['like.%fatima%', 'like.%zahra%']);
    expect(asked().searchParams.get('pieces')).toContain('cs.{"fa","at"');
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
    await waitFor(() => expect(asked().searchParams.get('fulfilled')).toBe('eq.false'));
    const queue = screen.getByRole('combobox', { name: 'Queue' });
    await user.selectOptions(queue, 'Sent, not paid (0)');
    expect(addressNow()).toContain('city=Rabat&edition=fr&state=fulfilled&filter=not_paid');
    expect(screen.getByRole('radio', { name: /^Not paid/ })).toBeChecked();
    await waitFor(() => expect(asked().searchParams.get('paid')).toBe('eq.false'));
    await user.selectOptions(queue, 'Queue: All');
    expect(addressNow()).toBe('/admin/book-orders?city=Rabat&edition=fr');
    expect(rpcBodies('order_counts')).toEqual([{ cities: ['rabat'] }]);
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
    expect(rpcBodies('order_cities').at(-1)).toMatchObject({
      states: ['confirmed', 'fulfilled'],
      is_confirmed: false,
    });
  });

  it('says when there are none', async () => {
    listed = pageOf([]);
    open();
    await expectText('No orders found');
  });

  it('says a failure in words and tries again', async () => {
    listed = refused(400, 'PGRST100', 'no');
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent('The orders could not be loaded.');
    listed = pageOf([order]);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await expectText('Fatima Zahra');
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
    await expectText('1 new order');
    const counted = server.mock.calls.findLast(([url]) => url.includes('created_at=gt.'));
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

describe('a flag', () => {
  it('is set at once, sent with the time alone, and undone', async () => {
    open();
    await screen.findByText('Fatima Zahra');
    await user.click(flag('Paid'));
    await waitFor(() => expect(flag('Paid')).toBeChecked());
    expect(flag('Confirmed')).not.toBeChecked();
    await expectText('Order BO17636000000001 is paid.');
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect(calls('PATCH')[0]?.body).toEqual({ paid: true, updated_at: time });
    await user.click(screen.getByRole('button', { name: 'Undo' }));
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
    await user.click(flag('Paid'));
    await expectText(/^Order BO17636000000001 was not changed\./);
    expect(flag('Paid')).not.toBeChecked();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });
});

describe('many orders', () => {
  const selectPage = async () => {
    await screen.findAllByText('Fatima Zahra');
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
  };
  /** The requests that read the orders of a batch before it is changed. */
  const rereads = () =>
    calls('GET').flatMap(({ url }) =>
      url.searchParams.get('select') === 'id,order_number,updated_at' ? [url] : [],
    );
  const ids = [order.id, second.id];
  /** What the database says of each order; by default all are changed. */
  let said: Record<string, string>;

  beforeEach(() => {
    said = {};
    rpc = (_name, { orders }) =>
      Promise.resolve(Response.json(orders.map(({ id }) => ({ id, outcome: said[id] ?? 'done' }))));
  });

  it('are marked together where they are as they were read, and those that were are put back', async () => {
    said = { [second.id]: 'same' };
    open();
    await selectPage();
    await user.click(screen.getByRole('button', { name: 'Mark as paid' }));
    await expectText('1 order is paid.');
    expect(rpcBodies('mark_orders')).toEqual([
      { orders: ids.map((id) => ({ id, known: order.updated_at })), flag: 'paid', value: true },
    ]);
    expect(screen.getByText('1 order was not changed.')).toBeVisible();
    expect(screen.getByText(/^Was so already \(1\):/)).toHaveTextContent(second.order_number);
    expect(screen.queryByText(/selected$/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(rpcBodies('mark_orders')).toHaveLength(2));
    expect(rpcBodies('mark_orders')[1]).toMatchObject({ value: false });
    const undone = rereads().at(-1);
    expect(undone?.searchParams.get('id')).toBe(`in.(${order.id})`);
  });

  it('are all that match, beyond the page, and only while they match', async () => {
    listed = pageOf([order, second], 3);
    open('?filter=not_paid');
    await selectPage();
    const third = { ...order, id: order.id.replace(/1$/, '3') };
    listed = pageOf([order, second, third], 3);
    await user.click(screen.getByRole('button', { name: 'Select all 3 that match' }));
    await expectText('3 selected');
    // One was paid by somebody else meanwhile, so the database does not list it any more.
    listed = pageOf([order, third], 2);
    await user.click(screen.getByRole('button', { name: 'Mark as confirmed' }));
    await expectText('2 orders are confirmed.');
    expect(screen.getByText(/^Does not match the filters any more \(1\):/)).toBeVisible();
    const [reread] = rereads();
    expect(reread?.searchParams.get('paid')).toBe('eq.false');
  });

  it('are cancelled with a reason', async () => {
    said = { [second.id]: 'sent' };
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
    expect(rpcBodies('cancel_orders')).toMatchObject([{ reason: 'Out of print', mail: true }]);
    expect(screen.getByText(/^The parcel was sent \(1\):/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
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
    await user.click(drawer.getByRole('switch', { name: /^Fulfilled/ }));
    expect(await drawer.findByText(/^Fulfilled, but never confirmed/)).toBeVisible();
    expect(drawer.getByText(/^Fulfilled, but not paid/)).toBeVisible();
    expect(drawer.getByRole('switch', { name: /^Fulfilled/ })).toBeChecked();
  });

  it('keeps what was typed into the notes over a failure', async () => {
    rpc = refused(500, 'XX000', 'down');
    const drawer = await opened();
    const notes = drawer.getByRole('textbox', { name: 'Notes' });
    await enterText(notes, 'Call after six.');
    await user.click(drawer.getByRole('button', { name: 'Save notes' }));
    await expectText(/^The notes were not saved\./);
    expect(notes).toHaveValue('Call after six.');
    rpc = () => {
      listed = pageOf([{ ...order, notes: 'Call after six.' }]);
      return Promise.resolve(new Response(null, { status: 204 }));
    };
    await act(() => Promise.resolve());
    await user.click(drawer.getByRole('button', { name: 'Save notes' }));
    expect(await drawer.findByText('Saved')).toBeVisible();
    expect(notes).toHaveValue('Call after six.');
    expect(rpcBodies('edit_order').at(-1)).toEqual({
      order_id: order.id,
      known: order.updated_at,
      changes: { notes: 'Call after six.' },
      mail: false,
    });
  });

  it('does not save notes over those of somebody else', async () => {
    const drawer = await opened();
    const notes = drawer.getByRole('textbox', { name: 'Notes' });
    await enterText(notes, 'Mine.');
    listed = pageOf([{ ...order, notes: 'Theirs.' }]);
    rpc = refused(409, 'PT409', 'changed');
    await user.click(drawer.getByRole('button', { name: 'Save notes' }));
    expect(await drawer.findByText('Theirs.')).toBeVisible();
    expect(rpcBodies('edit_order')).toMatchObject([{ known: order.updated_at }]);
    rpc = () => Promise.resolve(new Response(null, { status: 204 }));
    await user.click(drawer.getByRole('button', { name: 'Keep mine' }));
    await user.click(drawer.getByRole('button', { name: 'Save notes' }));
    await waitFor(() =>
      expect(rpcBodies('edit_order').at(-1)).toMatchObject({ changes: { notes: 'Mine.' } }),
    );
  });

  it('has the language of its e-mails, which is saved at once', async () => {
    const drawer = await opened();
    expect(asked().searchParams.get('select')).toContain('language');
    const language = drawer.getByRole('combobox', { name: 'E-mails to the buyer' });
    expect(language).toHaveValue('fr');
    await enterText(language, 'ar');
    expect(await drawer.findByText('Saved')).toBeVisible();
    expect(calls('PATCH')[0]?.body).toEqual({
      language: 'ar',
      updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
    expect(language).toHaveValue('ar');
    change = refused(403, '42501', 'permission denied');
    await enterText(language, '');
    await waitFor(() => expect(calls('PATCH')[1]?.body).toMatchObject({ language: null }));
    await expectText(/^The language was not changed\./);
    expect(language).toHaveValue('ar');
  });

  it('is said to be gone where there is none of that id', async () => {
    listed = pageOf([]);
    open(`?open=${order.id}`);
    await expectText('This order could not be found.');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByText('This order could not be found.')).toBeNull());
    expect(addressNow()).toBe('/admin/book-orders');
  });
});
