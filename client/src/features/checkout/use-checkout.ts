import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useLanguage } from '../../i18n';
import { localPath } from '../../i18n/local-link';
import { useSubmission } from '../../ui/use-submission';
import type { PaymentProvider } from './payment-provider';

const outcome = { successMs: 3000, errorMs: 3000 };

/** Pays once, however often the button is pressed, and goes on to the order; who leaves is not brought back. */
export function useCheckout(provider: PaymentProvider, amountMad: number) {
  const navigate = useNavigate();
  const language = useLanguage();
  const { state, submit } = useSubmission(outcome);
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => () => leaving.current?.abort(), []);

  const pay = () =>
    submit(async () => {
      leaving.current = new AbortController();
      const { code } = await provider.pay({ amountMad }, leaving.current.signal);
      await navigate(localPath(`/confirmation?order=${encodeURIComponent(code)}`, language));
    });
  return { state, pay };
}
