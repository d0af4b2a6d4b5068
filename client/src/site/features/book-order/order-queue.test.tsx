import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { created, refused, sentTo, serve, show } from '@tests/page';
import { expectText } from '@tests/expect-text';
import { user } from '@tests/user';
import { loadOrderDraft } from './draft-store';
import { emptyDraft, type OrderDraft } from './order';
import { recoverOrders, forgetOrder, queuedOrders, queueOrder, withLock } from './order-queue';
import { PendingOrders } from './pending-orders';
import { sendQueuedOrders } from './send-orders';

const unreachable = () => Promise.reject(new TypeError('Failed to fetch'));

const draft = (at: number, fields: Partial<OrderDraft> = {}): OrderDraft => ({
  ...emptyDraft,
  id: `00000000-0000-4000-8000-00000000000${at}`,
  number: `BO170000000000${at}0`,
  name: `Buyer ${at}`,
  email: 'buyer@example.org',
  phone: '06 12 34 56 78',
  address: '1, rue des Orangers',
  city: 'Rabat',
  ...fields,
});

/** Storage is not available, as in a private window. */
function blockStorage() {
  const refuse = () => {
    throw new DOMException('closed', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
}

const queue = (at: number, fields?: Partial<OrderDraft>) =>
  queueOrder({ draft: draft(at, fields), priceMad: 279, refusal: null });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => vi.useRealTimers());

describe('the order queue', () => {
  it('stores orders, the oldest first, until they are removed', () => {
    expect([queue(2), queue(1)]).toEqual([true, true]);
    expect(queuedOrders().map((order) => order.draft)).toEqual([draft(1), draft(2)]);
    expect(queuedOrders()).toBe(queuedOrders());
    forgetOrder(draft(1).id);
    expect(queuedOrders().map((order) => order.draft.name)).toEqual(['Buyer 2']);
  });

  it('fails without storage', () => {
    blockStorage();
    expect(queue(1)).toBe(false);
    vi.unstubAllGlobals();
  });

  it.each(['nonsense', '{}', '{"draft":5}', '[]', JSON.stringify({ draft: draft(1) })])(
    'ignores malformed entries: %s',
    (text) => {
      localStorage.setItem('book-order-outbox:x', text);
      expect(queuedOrders()).toEqual([]);
    },
  );
});

describe('an order that is being sent', () => {
  const order = { draft: draft(9), priceMad: 279, refusal: null };
  const key = `book-order-sending:${order.draft.id}`;

  it('is not in the queue, and is removed once it was sent', async () => {
    const seen = await withLock({
      order,
      work: () => Promise.resolve([queuedOrders().length, localStorage.getItem(key) === null]),
    });
    expect(seen).toEqual([0, false]);
    expect(localStorage.getItem(key)).toBeNull();
  });

  it('is queued by the next page if its tab was closed', async () => {
    localStorage.setItem(key, JSON.stringify(order));
    await serve(unreachable); // else its toast would show in the following tests
    show(<PendingOrders />);
    await expectText('1 order waits for the network');
    expect(queuedOrders()).toEqual([order]);
    expect(localStorage.getItem(key)).toBeNull();
  });

  it('stays with the tab that is still sending it', async () => {
    const held = (_key: string, _free: object, work: (lock: null) => unknown) =>
      Promise.resolve(work(null));
    vi.stubGlobal('navigator', { onLine: true, locks: { request: held } });
    localStorage.setItem(key, JSON.stringify(order));
    await recoverOrders();
    expect(queuedOrders()).toEqual([]);
    expect(localStorage.getItem(key)).not.toBeNull();
    vi.unstubAllGlobals();
  });
});

describe('sending', () => {
  it('inserts each order with its id and number, and empties the queue', async () => {
    const server = await serve(created);
    queue(1);
    queue(2, { edition: 'ar', quantity: 2 });
    expect(await sendQueuedOrders()).toEqual([
      { number: draft(1).number, name: 'Buyer 1' },
      { number: draft(2).number, name: 'Buyer 2' },
    ]);
    expect(sentTo(server, 'book_orders', 0)).toMatchObject({ id: draft(1).id, edition: 'fr' });
    expect(sentTo(server, 'book_orders', 1)).toMatchObject({
      id: draft(2).id,
      order_number: draft(2).number,
      buyer_phone: '+212612345678',
      edition: 'ar',
      quantity: 2,
    });
    expect(queuedOrders()).toEqual([]);
  });

  it('succeeds if an earlier attempt succeeded without a response', async () => {
    await serve(refused(409, '23505', 'duplicate key violates "book_orders_pkey"'));
    queue(1);
    expect(await sendQueuedOrders()).toHaveLength(1);
    expect(queuedOrders()).toEqual([]);
  });

  it.each([
    { name: 'there is no connection', answer: unreachable },
    { name: 'the server limits the rate', answer: refused(429, '', 'slow down') },
    { name: 'the server fails', answer: refused(500, 'XX000', 'oh') },
  ])('keeps the queue while $name', async ({ answer }) => {
    const server = await serve(answer);
    queue(1);
    queue(2);
    expect(await sendQueuedOrders()).toEqual([]);
    expect(queuedOrders()).toHaveLength(2);
    expect(server).toHaveBeenCalledOnce();
  });

  it('marks a rejected order, sends the rest, and does not retry it', async () => {
    const server = await serve(created);
    server.mockImplementationOnce(
      refused(400, '23514', 'violates check constraint "book_orders_buyer_phone_length"'),
    );
    queue(1);
    queue(2);
    expect(await sendQueuedOrders()).toEqual([{ number: draft(2).number, name: 'Buyer 2' }]);
    expect(queuedOrders()).toMatchObject([{ draft: draft(1), refusal: { code: '23514' } }]);
    expect(await sendQueuedOrders()).toEqual([]);
    expect(server).toHaveBeenCalledTimes(2);
  });

  it('sends once from two tabs', async () => {
    const server = await serve(created);
    let last: Promise<unknown> = Promise.resolve();
    vi.stubGlobal('navigator', {
      onLine: true,
      locks: {
        request: (_name: string, work: () => Promise<unknown>) => (last = last.then(work)),
      },
    });
    queue(1);
    const [one, other] = await Promise.all([sendQueuedOrders(), sendQueuedOrders()]);
    vi.unstubAllGlobals();
    expect([one, other]).toEqual([[{ number: draft(1).number, name: 'Buyer 1' }], []]);
    expect(server).toHaveBeenCalledOnce();
  });
});

describe('the notice on every page', () => {
  it('is not there without an order', async () => {
    await serve(created);
    show(<PendingOrders />);
    expect(screen.queryByRole('region')).not.toBeInTheDocument();
  });

  it('shows a waiting order, and a toast once it was sent', async () => {
    const server = await serve(unreachable);
    show(<PendingOrders />);
    act(() => void queue(1));
    expect(screen.getByText('1 order waits for the network')).toBeVisible();
    await user.click(screen.getByText('1 order waits for the network'));
    await expectText(/still no connection/);
    server.mockImplementation(created);
    fireEvent(window, new Event('online'));
    await expectText(`Order ${draft(1).number} has been sent. Thank you, Buyer 1!`);
    expect(screen.queryByText(/waits for the network/)).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Receipt and tracking' })).toHaveAttribute(
      'href',
      `/confirmation?order=${draft(1).number}&lang=en`,
    );
  });

  it('sends on click', async () => {
    const server = await serve(unreachable);
    queue(2);
    show(<PendingOrders />);
    await user.click(screen.getByText('1 order waits for the network'));
    await screen.findByText(/still no connection/);
    server.mockImplementation(created);
    await user.click(screen.getByRole('button', { name: 'Send now' }));
    await expectText(`Order ${draft(2).number} has been sent. Thank you, Buyer 2!`);
  });

  it('cancels an order', async () => {
    await serve(unreachable);
    queue(1);
    show(<PendingOrders />);
    await user.click(screen.getByText('1 order waits for the network'));
    await user.click(await screen.findByRole('button', { name: /^Cancel order/ }));
    expect(queuedOrders()).toEqual([]);
  });

  it('shows a rejected order with the reason, and restores the draft', async () => {
    await serve(refused(400, '23514', 'violates "book_orders_buyer_name_length"'));
    queue(1);
    show(<PendingOrders />);
    expect(await screen.findByRole('alert')).toHaveTextContent(/was not accepted/);
    const link = screen.getByRole('link', { name: 'Mend the slip' });
    expect(link).toHaveAttribute('href', '/book?lang=en#order');
    await user.click(link);
    expect(queuedOrders()).toEqual([]);
    expect(loadOrderDraft()).toMatchObject({ draft: draft(1), refusal: { code: '23514' } });
  });
});
