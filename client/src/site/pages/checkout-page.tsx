import { CheckoutForm } from '@/site/features/checkout/checkout-form';
import { OrderSummary } from '@/site/features/checkout/order-summary';
import { simulatedPayment } from '@/site/features/checkout/simulated-payment';
import { CoverPhoto } from '@/site/features/settings/setting-photo';
import { useSettings } from '@/shared/settings/use-settings';
import { useTranslation } from '@/shared/i18n';
import { LocalLink } from '@/shared/ui/local-link';
import { buttonClass } from '@/shared/ui/button';
import { BackIcon } from '@/shared/ui/icons';
import { OrderPage } from './order-page';

/** A demonstration of a card payment: no card is charged. */
export function CheckoutPage() {
  const { t } = useTranslation('checkout');
  const settings = useSettings();
  return (
    <OrderPage title={t('head.title')}>
      <LocalLink to="/book" className={buttonClass('quiet', '-ms-5 max-w-full')}>
        <BackIcon />
        {t('back')}
      </LocalLink>
      <p className="label mt-6 font-bold text-accent">{t('label')}</p>
      <h1 className="display mt-4 text-heading">{t('title')}</h1>
      <div className="mt-12 grid grid-cols-1 items-start gap-x-20 gap-y-16 lg:grid-cols-[1.5fr_1fr]">
        <OrderSummary {...settings} photo={<CoverPhoto sizes="10rem" />} />
        <CheckoutForm priceMad={settings.priceMad} provider={simulatedPayment} />
      </div>
    </OrderPage>
  );
}
