import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addressNow, pageOf, showAdmin } from '@tests/admin-page';
import { refused } from '@tests/page';
import { expectText } from '@tests/expect-text';
import { order, serveOrders } from '@tests/orders';
import { closeToasts, enterText, user } from '@tests/user';
import './order-drawer'; // the screen lazy-loads it
import { OrdersScreen } from './orders-screen';

const open = (query = '') => showAdmin(<OrdersScreen />, `/admin/book-orders${query}`);

let orders: Awaited<ReturnType<typeof serveOrders>>;

beforeEach(async () => {
  orders = await serveOrders();
});
afterEach(closeToasts);

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
    orders.rpc = refused(500, 'XX000', 'down');
    const drawer = await opened();
    const notes = drawer.getByRole('textbox', { name: 'Notes' });
    await enterText(notes, 'Call after six.');
    await user.click(drawer.getByRole('button', { name: 'Save notes' }));
    await expectText(/^The notes were not saved\./);
    expect(notes).toHaveValue('Call after six.');
    orders.rpc = () => {
      orders.listed = pageOf([{ ...order, notes: 'Call after six.' }]);
      return Promise.resolve(new Response(null, { status: 204 }));
    };
    await act(() => Promise.resolve());
    await user.click(drawer.getByRole('button', { name: 'Save notes' }));
    expect(await drawer.findByText('Saved')).toBeVisible();
    expect(notes).toHaveValue('Call after six.');
    expect(orders.rpcBodies('edit_order').at(-1)).toEqual({
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
    orders.listed = pageOf([{ ...order, notes: 'Theirs.' }]);
    orders.rpc = refused(409, 'PT409', 'changed');
    await user.click(drawer.getByRole('button', { name: 'Save notes' }));
    expect(await drawer.findByText('Theirs.')).toBeVisible();
    expect(orders.rpcBodies('edit_order')).toMatchObject([{ known: order.updated_at }]);
    orders.rpc = () => Promise.resolve(new Response(null, { status: 204 }));
    await user.click(drawer.getByRole('button', { name: 'Keep mine' }));
    await user.click(drawer.getByRole('button', { name: 'Save notes' }));
    await waitFor(() =>
      expect(orders.rpcBodies('edit_order').at(-1)).toMatchObject({ changes: { notes: 'Mine.' } }),
    );
  });

  it('has the language of its e-mails, which is saved at once', async () => {
    const drawer = await opened();
    expect(orders.asked().searchParams.get('select')).toContain('language');
    const language = drawer.getByRole('combobox', { name: 'E-mails to the buyer' });
    expect(language).toHaveValue('fr');
    await enterText(language, 'ar');
    expect(await drawer.findByText('Saved')).toBeVisible();
    expect(orders.calls('PATCH')[0]?.body).toEqual({
      language: 'ar',
      updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
    expect(language).toHaveValue('ar');
    orders.change = refused(403, '42501', 'permission denied');
    await enterText(language, '');
    await waitFor(() => expect(orders.calls('PATCH')[1]?.body).toMatchObject({ language: null }));
    await expectText(/^The language was not changed\./);
    expect(language).toHaveValue('ar');
  });

  it('is said to be gone where there is none of that id', async () => {
    orders.listed = pageOf([]);
    open(`?open=${order.id}`);
    await expectText('This order could not be found.');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByText('This order could not be found.')).toBeNull());
    expect(addressNow()).toBe('/admin/book-orders');
  });
});
