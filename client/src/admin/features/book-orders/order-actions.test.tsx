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

const order: Order = { ...newOrder, notes: 'Call first.' };

const noContent = () => Promise.resolve(new Response(null, { status: 204 }));

let stored: Order;
let server: Server;
let change: () => Promise<Response>;
let edit: () => Promise<Response>;
let history: object[];

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  stored = order;
  history = [];
  change = noContent;
  edit = noContent;
  server = await serve(() => Promise.resolve(Response.json([])));
  server.mockImplementation((address, { method }) => {
    const { pathname } = new URL(address);
    if (pathname.endsWith('/rpc/edit_order')) return edit();
    if (pathname.endsWith('/preview-order-mail')) {
      const html = '<!doctype html><html lang="fr" dir="ltr"><body><p>Bonjour</p></body></html>';
      return Promise.resolve(Response.json({ subject: 'Commande annulée', html, text: 'Bonjour' }));
    }
    if (pathname.endsWith('/book_order_changes')) {
      return method === 'POST' ? change() : Promise.resolve(Response.json(history));
    }
    if (pathname.endsWith('/book_orders') && method === 'DELETE') {
      return Promise.resolve(Response.json([{ id: order.id }]));
    }
    if (method === 'HEAD') return pageOf([], 1)();
    return /book_order(s|_search)$/.test(pathname)
      ? pageOf([stored])()
      : Promise.resolve(Response.json([]));
  });
});

const bodies = (path: string) =>
  server.mock.calls
    .filter(([url, { method }]) => method === 'POST' && new URL(url).pathname.endsWith(path))
    .map(([, { body }]): unknown => (typeof body === 'string' ? JSON.parse(body) : undefined));

async function opened(as: Partial<Order> = {}) {
  stored = { ...order, ...as };
  showAdmin(<OrdersScreen />, `/admin/book-orders?open=${order.id}`);
  return within(await screen.findByRole('dialog'));
}

const press = (place: ReturnType<typeof within>, name: string) =>
  user.click(place.getByRole('button', { name }));
const write = (place: ReturnType<typeof within>, label: RegExp, value: string) =>
  enterText(place.getByLabelText(label), value);

describe('an order is ended', () => {
  it('with a reason, and an e-mail that was previewed', async () => {
    const drawer = await opened();
    await press(drawer, 'Cancel the order');
    await press(drawer, 'Cancel the order');
    expect(await drawer.findByText('Please give a reason.')).toBeVisible();
    expect(bodies('/book_order_changes')).toEqual([]);
    await write(drawer, /^Reason/, 'Asked by phone');
    await write(drawer, /^Words for the buyer/, 'À bientôt');
    await press(drawer, 'Preview the e-mail');
    await expectText('Commande annulée');
    expect(bodies('/preview-order-mail')).toEqual([
      { order_id: order.id, kind: 'order_cancelled', message: 'À bientôt' },
    ]);
    await press(drawer, 'Cancel the order');
    await waitFor(() =>
      expect(bodies('/book_order_changes')).toEqual([
        {
          id: expect.any(String),
          order_id: order.id,
          from_status: 'new',
          to_status: 'cancelled',
          reason: 'Asked by phone',
          restock: false,
          mail: true,
          message: 'À bientôt',
        },
      ]),
    );
    await expectText('Order BO17636000000001 is cancelled.');
  });

  it('with a choice for the copies, and without an e-mail', async () => {
    const drawer = await opened({ order_status: 'fulfilled', confirmed: true, fulfilled: true });
    await press(drawer, 'Parcel returned');
    await write(drawer, /^Reason/, 'Damaged');
    await user.click(drawer.getByRole('switch', { name: 'The copies go back to the stock' }));
    await user.click(drawer.getByRole('switch', { name: 'Tell the buyer by e-mail' }));
    expect(drawer.queryByRole('button', { name: 'Preview the e-mail' })).toBeNull();
    await press(drawer, 'Save as returned');
    await waitFor(() =>
      expect(bodies('/book_order_changes')).toMatchObject([
        { to_status: 'returned', restock: false, mail: false, message: null },
      ]),
    );
  });

  it('tells nobody who gets no e-mails', async () => {
    const drawer = await opened({ language: null });
    await press(drawer, 'Cancel the order');
    expect(drawer.getByText(/^The buyer gets no e-mail/)).toBeVisible();
    await write(drawer, /^Reason/, 'Twice');
    await press(drawer, 'Cancel the order');
    await waitFor(() => expect(bodies('/book_order_changes')).toMatchObject([{ mail: false }]));
  });

  it('not over the change of somebody else', async () => {
    change = refused(409, 'PT409', 'the order is confirmed by now');
    const drawer = await opened();
    await press(drawer, 'Cancel the order');
    await write(drawer, /^Reason/, 'Asked by phone');
    await press(drawer, 'Cancel the order');
    expect(await drawer.findByText(/^Nothing was changed: somebody else/)).toBeVisible();
    expect(drawer.getByLabelText(/^Reason/)).toHaveValue('Asked by phone');
  });
});

describe('an order that has ended', () => {
  it('keeps its flags, has no slip, and is reopened', async () => {
    history = [
      {
        id: 'a',
        order_id: order.id,
        from_status: 'confirmed',
        to_status: 'cancelled',
        edited: [],
        reason: 'Asked by phone',
        restock: false,
        mail: true,
        message: null,
        author_id: null,
        made_by: 'Nadia',
        created_at: '2026-11-21T09:00:00Z',
      },
    ];
    const drawer = await opened({ order_status: 'cancelled', confirmed: true });
    expect(await drawer.findByText('Confirmed → Cancelled')).toBeVisible();
    expect(drawer.getByText('Asked by phone')).toBeVisible();
    expect(drawer.getByText('by Nadia')).toBeVisible();
    expect(drawer.getByText('The buyer was told by e-mail')).toBeVisible();
    expect(drawer.getByRole('switch', { name: /^Confirmed/ })).toBeDisabled();
    expect(drawer.getByRole('switch', { name: /^Paid/ })).toBeEnabled();
    expect(drawer.queryByRole('button', { name: 'Packing slip' })).toBeNull();
    await press(drawer, 'Reopen');
    await waitFor(() =>
      expect(bodies('/book_order_changes')).toMatchObject([
        { from_status: 'cancelled', to_status: 'new' },
      ]),
    );
  });

  it('is deleted for good where it is spam, after a question', async () => {
    const drawer = await opened({ order_status: 'spam' });
    await press(drawer, 'Delete for good');
    const question = within(await screen.findByRole('alertdialog'));
    expect(question.getByText('Delete order BO17636000000001 for good?')).toBeVisible();
    await press(question, 'Delete for good');
    await expectText('Order BO17636000000001 was deleted.');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('an order is edited', () => {
  const editing = async (as: Partial<Order> = {}) => {
    const drawer = await opened(as);
    await press(drawer, 'Edit');
    await drawer.findByLabelText(/^Buyer/);
    return drawer;
  };

  it('in what was changed alone, at the version that is stored', async () => {
    const drawer = await editing();
    await write(drawer, /^Address/, '3, rue Neuve');
    await write(drawer, /^Copies/, '3');
    await waitFor(() => expect(drawer.getByLabelText(/^Total/)).toHaveValue('837'));
    await enterText(drawer.getByLabelText('Edition'), 'fr');
    await press(drawer, 'Save the changes');
    await waitFor(() =>
      expect(bodies('/rpc/edit_order')).toEqual([
        {
          order_id: order.id,
          known: order.updated_at,
          changes: {
            shipping_address: '3, rue Neuve',
            quantity: 3,
            total_amount: 837,
            edition: 'fr',
          },
          mail: false,
        },
      ]),
    );
    await expectText('Order BO17636000000001 was changed.');
  });

  it('not over the words of somebody else, who is shown', async () => {
    const drawer = await editing();
    await write(drawer, /^Address/, 'Mine');
    stored = { ...stored, shipping_address: 'Theirs', updated_at: '2026-11-20T11:00:00Z' };
    edit = refused(409, 'PT409', 'changed');
    await press(drawer, 'Save the changes');
    expect(await drawer.findByText(/^Somebody else changed this/)).toBeVisible();
    expect(drawer.getAllByText('Theirs').length).toBeGreaterThan(0);
    expect(bodies('/rpc/edit_order')).toMatchObject([{ known: order.updated_at }]);
    edit = noContent;
    await press(drawer, 'Keep mine');
    await press(drawer, 'Save the changes');
    await waitFor(() =>
      expect(bodies('/rpc/edit_order').slice(1)).toMatchObject([
        { known: '2026-11-20T11:00:00Z', changes: { shipping_address: 'Mine' } },
      ]),
    );
  });

  it('goes on where somebody else has changed something else', async () => {
    let answers = 0;
    edit = () => {
      answers += 1;
      return answers === 1 ? refused(409, 'PT409', 'changed')() : noContent();
    };
    const drawer = await editing();
    await write(drawer, /^Address/, 'Mine');
    await press(drawer, 'Save the changes');
    await waitFor(() => expect(bodies('/rpc/edit_order')).toHaveLength(2));
    await waitFor(() =>
      expect(drawer.queryByRole('button', { name: 'Save the changes' })).toBeNull(),
    );
  });

  it('after it was sent in its contact alone', async () => {
    const drawer = await editing({ order_status: 'fulfilled', confirmed: true, fulfilled: true });
    expect(drawer.queryByLabelText(/^Address/)).toBeNull();
    expect(drawer.getByText(/^The parcel was sent/)).toBeVisible();
    expect(drawer.getByLabelText(/^Phone/)).toBeVisible();
  });

  it('keeps copies and total where it is paid', async () => {
    const drawer = await editing({ paid: true, paid_at: '2026-11-20T10:00:00Z' });
    expect(drawer.queryByLabelText(/^Copies/)).toBeNull();
    expect(drawer.getByText(/^The order is paid/)).toBeVisible();
  });
});
