import { act, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { startI18n } from '@/shared/i18n';
import { enterText, submitForm } from '@tests/user';
import { CheckoutForm } from './checkout-form';
import type { PaymentProvider } from './use-checkout';
import { simulatedPayment } from './simulated-payment';

const Arrived = () => <p>{useLocation().search}</p>;

async function open(provider: PaymentProvider = simulatedPayment) {
  await startI18n(['site', 'checkout']);
  vi.useFakeTimers();
  return render(
    <MemoryRouter initialEntries={['/checkout']}>
      <Routes>
        <Route path="/checkout" element={<CheckoutForm priceMad={279} provider={provider} />} />
        <Route path="/confirmation" element={<Arrived />} />
      </Routes>
    </MemoryRouter>,
  );
}

const labels = [
  /^Card number/,
  /^Expiry date/,
  /^Security code/,
  /^Name on the card/,
  /^E-mail/,
  /^Address/,
  /^City/,
  /^Country/,
  /^Postal code/,
];
async function fillForm() {
  for (const label of labels) {
    const field = screen.getByLabelText(label);
    const text = field instanceof HTMLSelectElement ? 'MA' : 'amal@example.org';
    // Sequential: a user fills one field after the other.
    // oxlint-disable-next-line no-await-in-loop
    await enterText(field, text);
  }
}
const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

afterEach(() => vi.useRealTimers());

describe('the checkout', () => {
  it('requires every field, and shows that no card is charged', async () => {
    await open();
    for (const label of labels) expect(screen.getByLabelText(label)).toBeRequired();
    expect(screen.getByText('Demonstration: no card is charged')).toBeVisible();
    const options = [...screen.getByLabelText(/^Country/).querySelectorAll('option')];
    expect(options.map((option) => option.value)).toEqual(['', 'MA', 'FR', 'US', 'CA', 'UK']);
    expect(options.at(-1)).toHaveTextContent('United Kingdom');
  });

  it('waits 3 s, then navigates to the order with a DEMO code', async () => {
    await open();
    await fillForm();
    await submitForm();
    await submitForm();
    expect(screen.getByRole('button', { name: 'Processing...' })).toBeDisabled();
    await after(2900);
    expect(screen.getByRole('button', { name: 'Processing...' })).toBeVisible();
    await after(200);
    expect(screen.getByText(/^\?order=DEMO-[2-9A-Z]{6}&lang=en$/)).toBeVisible();
  });

  it('sends and stores no typed values', async () => {
    const sent = vi.fn<typeof fetch>();
    vi.stubGlobal('fetch', sent);
    await open();
    sessionStorage.clear();
    const before = JSON.stringify(localStorage);
    await fillForm();
    await submitForm();
    await after(3100);
    vi.unstubAllGlobals();
    expect(sent).not.toHaveBeenCalled();
    expect([sessionStorage.length, JSON.stringify(localStorage)]).toEqual([0, before]);
  });

  it('pays once, passes only the amount to the provider, and shows a failure', async () => {
    let refuse: (error: Error) => void = () => {};
    const answer = new Promise<never>((_, reject) => (refuse = reject));
    const pay = vi.fn<PaymentProvider['pay']>().mockReturnValue(answer);
    await open({ pay });
    await fillForm();
    await submitForm();
    await submitForm();
    refuse(new Error('no'));
    await after(0);
    expect(pay).toHaveBeenCalledExactlyOnceWith({ amountMad: 279 }, expect.any(AbortSignal));
    expect(screen.getByRole('alert')).toHaveTextContent('did not go through');
    await after(3000);
    expect(screen.getByRole('button', { name: 'Pay 279\u00a0DH' })).toBeEnabled();
  });

  it('aborts when the page is left', async () => {
    const { unmount } = await open();
    await fillForm();
    await submitForm();
    unmount();
    await after(5000);
    expect(screen.queryByText(/order=/)).not.toBeInTheDocument();
  });
});
