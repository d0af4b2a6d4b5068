import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { showAdmin } from '@tests/admin-page';
import { refused } from '@tests/page';
import { expectText } from '@tests/expect-text';
import { serveOrders } from '@tests/orders';
import { closeToasts, user } from '@tests/user';
import { OrdersScreen } from './orders-screen';

const flag = (name: string) => screen.getByRole('switch', { name: new RegExp(`^${name}.*0001$`) });
const open = (query = '') => showAdmin(<OrdersScreen />, `/admin/book-orders${query}`);

let orders: Awaited<ReturnType<typeof serveOrders>>;

beforeEach(async () => {
  orders = await serveOrders();
});
afterEach(closeToasts);

describe('a flag', () => {
  it('is set at once, sent with the time alone, and undone', async () => {
    open();
    await screen.findByText('Fatima Zahra');
    await user.click(flag('Paid'));
    await waitFor(() => expect(flag('Paid')).toBeChecked());
    expect(flag('Confirmed')).not.toBeChecked();
    await expectText('Order BO17636000000001 is paid.');
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect(orders.calls('PATCH')[0]?.body).toEqual({ paid: true, updated_at: time });
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(flag('Paid')).not.toBeChecked());
    await waitFor(() =>
      expect(orders.calls('PATCH')[1]?.body).toEqual({ paid: false, updated_at: time }),
    );
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it.each([
    { name: 'the server refuses', answer: refused(403, '42501', 'permission denied') },
    {
      name: 'no row was changed: a policy refuses without an error',
      answer: () => Promise.resolve(Response.json([])),
    },
  ])('is taken back where $name', async ({ answer }) => {
    orders.change = answer;
    open();
    await screen.findByText('Fatima Zahra');
    await user.click(flag('Paid'));
    await expectText(/^Order BO17636000000001 was not changed\./);
    expect(flag('Paid')).not.toBeChecked();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });
});
