import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { created, refused, sentTo, serve, show } from '../../../tests/page';
import { BookOrderForm } from './book-order-form';

const fill = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

function fillForm() {
  fill(/^Full name/, 'Amal Idrissi');
  fill(/^E-mail/, 'amal@example.org');
  fill(/^Phone/, '06 12 34 56 78');
  fill(/^Address/, '1, rue des Orangers');
  fill(/^City/, 'Rabat');
}

const press = () => fireEvent.submit(screen.getByRole('form'));
const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const form = (onPlaced = () => {}) => <BookOrderForm priceMad={279} onPlaced={onPlaced} />;

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.useRealTimers());

describe('the order form', () => {
  it('orders one copy in French by default, thanks with the data sent, and is empty after 5 s', async () => {
    const server = await serve(created);
    const placed = vi.fn<() => void>();
    vi.useFakeTimers();
    show(form(placed));
    fillForm();
    press();
    await after(0);
    expect(screen.getByRole('button', { name: 'Sending...' })).toBeDisabled();
    await after(1600);
    expect(sentTo(server, 'book_orders')).toEqual({
      id: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/),
      order_number: expect.stringMatching(/^BO\d{13}\d{1,3}$/),
      buyer_name: 'Amal Idrissi',
      buyer_email: 'amal@example.org',
      buyer_phone: '+212612345678',
      shipping_address: '1, rue des Orangers',
      shipping_city: 'Rabat',
      shipping_postal_code: null,
      quantity: 1,
      total_amount: 279,
      currency: 'MAD',
      payment_method: 'cash',
      payment_status: 'pending',
      order_status: 'new',
      confirmed: false,
      paid: false,
      fulfilled: false,
      notes: 'fr',
    });
    expect(placed).toHaveBeenCalledOnce();
    expect(screen.getByText('Thank you, Amal Idrissi!')).toBeVisible();
    expect(screen.getByText(/06 12 34 56 78.*amal@example\.org/)).toBeVisible();
    await after(5000);
    expect(screen.getByRole('button', { name: 'Place the order' })).toBeEnabled();
    expect(screen.getByLabelText(/^Full name/)).toHaveValue('');
    // The form is new; the thanks stay until they are closed.
    expect(screen.getByText(/^Order BO\d+ received/)).toBeVisible();
  });

  it('never asks for the row that it wrote', async () => {
    const server = await serve(created);
    vi.useFakeTimers();
    show(form());
    fillForm();
    press();
    await after(1600);
    const [url, init] = server.mock.calls[0] ?? ['', {}];
    expect(url).not.toContain('select=');
    expect(new Headers(init.headers).get('Prefer') ?? '').not.toContain('representation');
  });

  it('sends the edition and the copies that were chosen, at their price', async () => {
    const server = await serve(created);
    vi.useFakeTimers();
    show(form());
    fillForm();
    fireEvent.click(screen.getByLabelText('Arabic'));
    fireEvent.click(screen.getByRole('button', { name: 'One copy more' }));
    expect(screen.getByText('558 DH')).toBeVisible();
    press();
    await after(1600);
    expect(sentTo(server, 'book_orders')).toMatchObject({
      notes: 'ar',
      quantity: 2,
      total_amount: 558,
    });
  });

  it('shows the error for 3 s, and a second try is the same order', async () => {
    const server = await serve(refused(500, 'XX000', 'no'));
    vi.useFakeTimers();
    show(form());
    fillForm();
    press();
    await after(1600);
    expect(screen.getByRole('button', { name: 'Error! Try Again' })).toBeEnabled();
    expect(screen.getByRole('alert')).toHaveTextContent(/wrong on our side/);
    await after(3000);
    expect(screen.getByRole('button', { name: 'Place the order' })).toBeEnabled();
    server.mockImplementation(created);
    press();
    await after(10);
    expect(screen.getByRole('button', { name: 'Order received' })).toBeVisible();
    const [first, second] = [sentTo(server, 'book_orders', 0), sentTo(server, 'book_orders', 1)];
    const { id, order_number } = Object(first);
    expect(second).toMatchObject({ id, order_number, buyer_name: 'Amal Idrissi' });
  });

  it('keeps nothing of a spent slip: what is typed under the thanks is another order', async () => {
    const server = await serve(created);
    vi.useFakeTimers();
    const { unmount } = show(form());
    fillForm();
    press();
    await after(1600);
    fill(/^City/, 'Fès');
    fireEvent.click(screen.getByRole('button', { name: 'One copy more' }));
    unmount();
    show(form());
    fillForm();
    press();
    await after(1600);
    const [first, second] = [sentTo(server, 'book_orders', 0), sentTo(server, 'book_orders', 1)];
    expect(Object(second).id).not.toBe(Object(first).id);
  });

  it('lets a quantity be typed anew, and shows what it counts for afterwards', async () => {
    await serve(created);
    show(form());
    const quantity = screen.getByLabelText('Quantity');
    fireEvent.change(quantity, { target: { value: '' } });
    expect(quantity).toHaveValue(null);
    fireEvent.change(quantity, { target: { value: '5' } });
    expect(screen.getByText('1,395 DH')).toBeVisible();
    fireEvent.change(quantity, { target: { value: '250' } });
    fireEvent.blur(quantity);
    expect(quantity).toHaveValue(100);
  });

  it('keeps what was typed over a reload of the page', async () => {
    await serve(created);
    const { unmount } = show(form());
    fillForm();
    unmount();
    show(form());
    expect(screen.getByLabelText(/^Full name/)).toHaveValue('Amal Idrissi');
    expect(screen.getByLabelText(/^City/)).toHaveValue('Rabat');
  });

  it('asks for name, e-mail, phone, address and city', async () => {
    await serve(created);
    show(form());
    const labels = [/^Full name/, /^E-mail/, /^Phone/, /^Address/, /^City/];
    for (const label of labels) expect(screen.getByLabelText(label)).toBeRequired();
    expect(screen.getByLabelText(/^Postal code/)).not.toBeRequired();
    expect(screen.getByLabelText('French')).toBeChecked();
  });
});
