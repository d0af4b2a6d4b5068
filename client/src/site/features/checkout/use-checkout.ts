import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useLanguage } from '@/shared/i18n';
import { localPath } from '@/shared/ui/local-link';
import { useSubmission } from '@/shared/ui/use-submission';

/** An amount in dirhams. Card data goes to fields of the provider, never through this code. */
type Payment = { amountMad: number };

/** Takes a payment. Resolves to the code of the order; rejects when it fails or is aborted. */
export type PaymentProvider = {
  pay: (payment: Payment, signal: AbortSignal) => Promise<{ code: string }>;
};

const outcome = { successMs: 3000, errorMs: 3000 };

/** Pays once, then navigates to the order. Leaving the page aborts the payment. */
export function useCheckout(provider: PaymentProvider, amountMad: number) {
  const navigate = useNavigate();
  const language = useLanguage();
  const { state, submit } = useSubmission(outcome);
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  const pay = () =>
    submit(async () => {
      controller.current = new AbortController();
      const { code } = await provider.pay({ amountMad }, controller.current.signal);
      await navigate(localPath(`/confirmation?order=${encodeURIComponent(code)}`, language));
    });
  return { state, pay };
}
