/** What is paid: an amount in dirhams. Card data go to a provider's own fields and never through us. */
type Payment = { amountMad: number };

/** Takes a payment. Resolves to the code of the order; rejects when it fails or is aborted. */
export type PaymentProvider = {
  pay: (payment: Payment, signal: AbortSignal) => Promise<{ code: string }>;
};
