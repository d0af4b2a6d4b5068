import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { created, refused, sentTo, serve, show } from '@tests/page';
import { switchLanguage } from '@/shared/i18n';
import { enterText, submitForm, user } from '@tests/user';
import { BookOrderForm } from './book-order-form';
import type { DeliveryPlace } from './delivery';
import { useEdition } from './edition';
import { emptyDraft } from './order';
import { queuedOrders, reopenOrder } from './order-queue';

// There is no canvas for confetti.
vi.mock('canvas-confetti', () => ({ default: { create: () => () => Promise.resolve() } }));

const fill = (label: RegExp, value: string) => enterText(screen.getByLabelText(label), value);

async function fillForm() {
  await fill(/^Full name/, 'Amal Idrissi');
  await fill(/^E-mail/, 'amal@example.org');
  await fill(/^Phone/, '06 12 34 56 78');
  await fill(/^Address/, '1, rue des Orangers');
  await fill(/^City/, 'Rabat');
}

/** Storage is not available, as in a private window. */
function blockStorage() {
  const refuse = () => {
    throw new DOMException('closed', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
}

const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

type Options = { onPlaced?: () => void; whatsapp?: string; maxPerOrder?: number };

/** The form in a page that has the state of the edition. */
function FormWithEdition({ onPlaced = () => {}, whatsapp, maxPerOrder = 20 }: Options) {
  const [edition, chooseEdition] = useEdition();
  return (
    <BookOrderForm
      priceMad={279}
      maxPerOrder={maxPerOrder}
      delivery={delivery}
      whatsapp={whatsapp ?? null}
      edition={edition}
      onEdition={chooseEdition}
      onPlaced={onPlaced}
    />
  );
}
const delivery: DeliveryPlace[] = [
  { city: { en: 'Rabat', fr: 'Rabat', ar: 'الرباط' }, days: [1, 2] },
  { city: { en: 'Elsewhere', fr: 'Ailleurs', ar: 'غيرها' }, days: [3, 5] },
];
const form = (options: Options = {}) => <FormWithEdition {...options} />;

beforeEach(() => {
  history.replaceState(null, '', '/'); // without ?lang=
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(() => vi.useRealTimers());

describe('the order form', () => {
  it('orders one copy in French by default, thanks with the data sent, and is empty after 5 s', async () => {
    const server = await serve(created);
    const placed = vi.fn<() => void>();
    vi.useFakeTimers();
    show(form({ onPlaced: placed }));
    await fillForm();
    await submitForm();
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
      edition: 'fr',
      language: 'en',
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

  it('does not request the inserted row', async () => {
    const server = await serve(created);
    vi.useFakeTimers();
    show(form());
    await fillForm();
    await submitForm();
    await after(1600);
    const [url, init] = server.mock.calls[0] ?? ['', {}];
    expect(url).not.toContain('select=');
    expect(new Headers(init.headers).get('Prefer') ?? '').not.toContain('representation');
  });

  it('has the Arabic edition by default on an Arabic page, also for a draft without a choice', async () => {
    const server = await serve(created);
    const { unmount } = show(form());
    await fillForm();
    expect(screen.getByLabelText('French')).toBeChecked();
    unmount();
    await switchLanguage('ar');
    vi.useFakeTimers();
    show(form());
    expect(screen.getByLabelText('العربية')).toBeChecked();
    await submitForm();
    await after(1600);
    expect(sentTo(server, 'book_orders')).toMatchObject({ edition: 'ar', language: 'ar' });
  });

  it('keeps a chosen edition over a reload and a change of language', async () => {
    await serve(created);
    const { unmount } = show(form());
    await user.click(screen.getByLabelText('Arabic'));
    await user.click(screen.getByLabelText('French'));
    unmount();
    await switchLanguage('ar');
    show(form());
    expect(screen.getByLabelText('الفرنسية')).toBeChecked();
  });

  it('sends the edition and the copies that were chosen, at their price', async () => {
    const server = await serve(created);
    vi.useFakeTimers();
    show(form());
    await fillForm();
    await user.click(screen.getByLabelText('Arabic'));
    await user.click(screen.getByRole('button', { name: 'One copy more' }));
    expect(screen.getByText('558 DH')).toBeVisible();
    await submitForm();
    await after(1600);
    expect(sentTo(server, 'book_orders')).toMatchObject({
      edition: 'ar',
      quantity: 2,
      total_amount: 558,
    });
  });

  it('shows the error for 3 s, and a second try is the same order', async () => {
    const server = await serve(refused(500, 'XX000', 'no'));
    vi.useFakeTimers();
    show(form());
    await fillForm();
    await submitForm();
    await after(1600);
    expect(screen.getByRole('button', { name: 'Error! Try Again' })).toBeEnabled();
    expect(screen.getByRole('alert')).toHaveTextContent(/wrong on our side/);
    await after(3000);
    expect(screen.getByRole('button', { name: 'Place the order' })).toBeEnabled();
    server.mockImplementation(created);
    await submitForm();
    await after(10);
    expect(screen.getByRole('button', { name: 'Order received' })).toBeVisible();
    const [first, second] = [sentTo(server, 'book_orders', 0), sentTo(server, 'book_orders', 1)];
    const { id, order_number } = Object(first);
    expect(second).toMatchObject({ id, order_number, buyer_name: 'Amal Idrissi' });
  });

  it('saves no draft after the order: what is typed under the thanks is another order', async () => {
    const server = await serve(created);
    vi.useFakeTimers();
    const { unmount } = show(form());
    await fillForm();
    await submitForm();
    await after(1600);
    await fill(/^City/, 'Fès');
    await user.click(screen.getByRole('button', { name: 'One copy more' }));
    unmount();
    show(form());
    await fillForm();
    await submitForm();
    await after(1600);
    const [first, second] = [sentTo(server, 'book_orders', 0), sentTo(server, 'book_orders', 1)];
    expect(Object(second).id).not.toBe(Object(first).id);
  });

  it('allows an empty quantity while typing, and shows the parsed value afterwards', async () => {
    await serve(created);
    show(form());
    const quantity = screen.getByLabelText('Quantity');
    await enterText(quantity, '');
    expect(quantity).toHaveValue(null);
    await enterText(quantity, '5');
    expect(screen.getByText('1,395 DH')).toBeVisible();
    await enterText(quantity, '250');
    await user.tab();
    expect(quantity).toHaveValue(100);
  });

  it('says how many copies one order has at most, before it is sent', async () => {
    await serve(created);
    show(form({ maxPerOrder: 3 }));
    const quantity = screen.getByLabelText('Quantity');
    expect(screen.queryByText(/at most/)).toBeNull();
    await enterText(quantity, '3');
    expect(quantity).toBeValid();
    expect(quantity).toHaveAccessibleDescription(/^One order has at most 3 copies\./);
    await user.click(screen.getByRole('button', { name: 'One copy more' }));
    expect(quantity).toHaveValue(3);
    await enterText(quantity, '4');
    expect(quantity).toBeInvalid();
    expect(quantity).toHaveAccessibleDescription(/^One order has at most 3 copies\./);
    expect(screen.getByRole('link', { name: 'For more, write to us' })).toHaveAttribute(
      'href',
      '/contact?lang=en',
    );
  });

  it('says at the copies that the server refused their number', async () => {
    await serve(
      refused(400, '23514', 'new row violates check constraint "book_orders_quantity_most"'),
    );
    vi.useFakeTimers();
    show(form());
    await fillForm();
    await submitForm();
    await after(1600);
    expect(screen.getByLabelText('Quantity')).toHaveAccessibleDescription(/was not accepted/);
    expect(screen.getByLabelText(/^Full name/)).toHaveValue('Amal Idrissi');
  });

  it('restores the draft after a reload', async () => {
    await serve(created);
    const { unmount } = show(form());
    await fillForm();
    unmount();
    show(form());
    expect(screen.getByLabelText(/^Full name/)).toHaveValue('Amal Idrissi');
    expect(screen.getByLabelText(/^City/)).toHaveValue('Rabat');
  });

  it('requires name, e-mail, phone, address and city', async () => {
    await serve(created);
    show(form());
    const labels = [/^Full name/, /^E-mail/, /^Phone/, /^Address/, /^City/];
    for (const label of labels) expect(screen.getByLabelText(label)).toBeRequired();
    expect(screen.getByLabelText(/^Postal code/)).not.toBeRequired();
    expect(screen.getByLabelText('French')).toBeChecked();
  });

  it('queues an order on a network failure, explains it, and counts nothing', async () => {
    const server = await serve(() => Promise.reject(new TypeError('Failed to fetch')));
    const placed = vi.fn<() => void>();
    vi.useFakeTimers();
    show(form({ onPlaced: placed }));
    await fillForm();
    await submitForm();
    await after(1600);
    expect(screen.getByText(/^No connection, Amal Idrissi: your order is kept here/)).toBeVisible();
    expect(screen.getByText(/is sent by itself, once/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Order kept' })).toBeDisabled();
    expect(placed).not.toHaveBeenCalled();
    const [queued] = queuedOrders();
    expect(sentTo(server, 'book_orders')).toMatchObject({
      id: queued?.draft.id,
      order_number: queued?.draft.number,
    });
    await after(5000);
    expect(screen.getByLabelText(/^Full name/)).toHaveValue('');
    expect(queuedOrders()).toHaveLength(1);
  });

  it('shows the error without storage', async () => {
    await serve(() => Promise.reject(new TypeError('Failed to fetch')));
    vi.useFakeTimers();
    show(form());
    await fillForm();
    blockStorage();
    await submitForm();
    await after(1600);
    vi.unstubAllGlobals();
    expect(screen.getByRole('button', { name: 'Error! Try Again' })).toBeEnabled();
    expect(screen.getByLabelText(/^Full name/)).toHaveValue('Amal Idrissi');
  });

  it('is sent again while the server is busy, as the same order', async () => {
    const busy = refused(503, '55P03', 'canceling statement due to lock timeout');
    const server = await serve(busy);
    server.mockImplementationOnce(busy).mockImplementationOnce(created);
    vi.useFakeTimers();
    show(form());
    await fillForm();
    await submitForm();
    await after(1600);
    expect(screen.getByRole('button', { name: 'Sending...' })).toBeDisabled();
    await after(1000);
    expect(screen.getByText('Thank you, Amal Idrissi!')).toBeVisible();
    expect(server).toHaveBeenCalledTimes(2);
    expect(sentTo(server, 'book_orders', 1)).toEqual(sentTo(server, 'book_orders', 0));
  });

  it('keeps what was typed and says to try again where the server stays busy', async () => {
    const server = await serve(refused(503, '55P03', 'canceling statement due to lock timeout'));
    vi.useFakeTimers();
    show(form());
    await fillForm();
    await submitForm();
    await after(1600);
    await after(1000);
    await after(3000);
    expect(server).toHaveBeenCalledTimes(3);
    expect(screen.getByRole('button', { name: 'Error! Try Again' })).toBeVisible();
    expect(screen.getByText(/Try again in a moment/)).toBeVisible();
    expect(screen.getByLabelText(/^Full name/)).toHaveValue('Amal Idrissi');
  });

  it('shows the error of the server at its field', async () => {
    await serve(
      refused(400, '23514', 'new row violates check constraint "book_orders_buyer_phone_length"'),
    );
    vi.useFakeTimers();
    show(form());
    await fillForm();
    await submitForm();
    await after(1600);
    const phone = screen.getByLabelText(/^Phone/);
    expect(phone).toBeInvalid();
    expect(phone).toHaveAccessibleDescription(/longer than the slip can hold/);
    expect(screen.getByLabelText(/^City/)).toBeValid();
  });

  it('restores a rejected order with the reason', async () => {
    await serve(created);
    const draft = { ...emptyDraft, id: 'a', number: 'BO1', name: 'Amal', city: 'Rabat' };
    const message = 'violates check constraint "book_orders_shipping_city_length"';
    reopenOrder({
      draft: { ...draft, edition: 'ar', quantity: 3 },
      priceMad: 279,
      refusal: { code: '23514', message, status: 400 },
    });
    show(form());
    expect(screen.getByLabelText(/^Full name/)).toHaveValue('Amal');
    expect(screen.getByLabelText('Arabic')).toBeChecked();
    expect(screen.getByText('837 DH')).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(/BO1.* was not accepted/);
    expect(screen.getByLabelText(/^City/)).toBeInvalid();
  });

  it('shows the delivery time to the typed city', async () => {
    await serve(created);
    show(form());
    expect(screen.getByText(/1-5.* working days/)).toBeVisible();
    await fill(/^City/, 'rabat');
    expect(screen.getByText(/1-2.* working days/)).toBeVisible();
    await fill(/^City/, 'Imlil');
    expect(screen.getByText(/3-5.* working days/)).toBeVisible();
  });

  it('offers to confirm by WhatsApp where the owner gave a number, and the receipt always', async () => {
    await serve(created);
    vi.useFakeTimers();
    show(form({ whatsapp: '+212 600-000000' }));
    await fillForm();
    await submitForm();
    await after(1600);
    const [link] = screen.getAllByRole('link', { name: 'Confirm by WhatsApp' });
    expect(link?.getAttribute('href')).toMatch(
      /^https:\/\/wa\.me\/212600000000\?text=Hello.*BO\d+/,
    );
    const [receipt] = screen.getAllByRole('link', { name: 'Receipt and tracking' });
    expect(receipt?.getAttribute('href')).toMatch(/^\/confirmation\?order=BO\d+&lang=en$/);
  });
});
