import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatAmount } from '@/shared/i18n/format';
import { SurveyMark } from '@/shared/ui/icons';
import { Notice } from '@/shared/ui/notice';
import { SubmitButton } from '@/shared/ui/submit-button';
import { BillingFields, CardFields } from './card-fields';
import { type PaymentProvider, useCheckout } from './use-checkout';

type Props = { priceMad: number; provider: PaymentProvider };

/** The card form. Uncontrolled fields that no code reads: card data is neither sent nor stored. */
export function CheckoutForm({ priceMad, provider }: Props) {
  const { t } = useTranslation('checkout');
  const language = useLanguage();
  const { state, pay } = useCheckout(provider, priceMad);
  const amount = t('price', { count: priceMad, amount: formatAmount(priceMad, language) });
  return (
    <form
      method="dialog"
      aria-label={t('title')}
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        void pay();
      }}
      className="slip grid grid-cols-1 gap-10 bg-raised p-[min(1.5rem,5vw)] sm:p-9"
    >
      <Notice tone="plain" className="bg-ground">
        <p className="font-semibold">{t('demo')}</p>
        <p className="text-muted">{t('demoText')}</p>
      </Notice>
      <CardFields />
      <BillingFields />
      {state === 'error' && <Notice tone="bad">{t('form.failed')}</Notice>}
      <SubmitButton
        disabled={state === 'loading' || state === 'success'}
        className="min-h-14 w-full text-body"
      >
        <SurveyMark />
        {state === 'loading' ? t('form.paying') : t('form.pay', { amount })}
      </SubmitButton>
    </form>
  );
}
