import type { PaymentProvider } from './payment-provider';

const waitMs = 3000;
const signs = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'; // none that is taken for another

/** Charges nothing: waits three seconds and draws a code that says what it is. */
export const simulatedPayment: PaymentProvider = {
  pay: async (_payment, signal) => {
    await waited(waitMs, signal);
    const drawn = crypto.getRandomValues(new Uint8Array(6));
    const code = Array.from(drawn, (value) => signs[value % signs.length]).join('');
    return { code: `DEMO-${code}` };
  },
};

const waited = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new DOMException('left the page', 'AbortError'));
    });
  });
