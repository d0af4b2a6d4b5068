/** An amount in dirhams. Card data goes to fields of the provider, never through this code. */
type Payment = { amountMad: number };

/** Takes a payment. Resolves to the code of the order; rejects when it fails or is aborted. */
export type PaymentProvider = {
  pay: (payment: Payment, signal: AbortSignal) => Promise<{ code: string }>;
};
