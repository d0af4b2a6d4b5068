import type { PaymentProvider } from './use-checkout';

const waitMs = 3000;
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'; // without characters that look alike

/** Charges nothing: waits three seconds and returns a random code with the prefix DEMO. */
export const simulatedPayment: PaymentProvider = {
  pay: async (_payment, signal) => {
    await sleep(waitMs, signal);
    const random = crypto.getRandomValues(new Uint8Array(6));
    const code = Array.from(random, (value) => alphabet[value % alphabet.length]).join('');
    return { code: `DEMO-${code}` };
  },
};

const sleep = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new DOMException('left the page', 'AbortError'));
    });
  });
