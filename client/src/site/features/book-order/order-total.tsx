import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatAmount } from '@/shared/i18n/format';
import { daysTo, rangeOf, type DeliveryPlace } from './delivery';
import { isolated } from './order-text';

type Props = { totalMad: number; city: string; delivery: DeliveryPlace[] };

/** Price, payment and delivery time of the order. */
export function OrderTotal({ totalMad, city, delivery }: Props) {
  const { t } = useTranslation('book');
  const language = useLanguage();
  const total = t('price', { count: totalMad, amount: formatAmount(totalMad, language) });
  const days = daysTo(city, delivery);
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-[min(1.5rem,4vw)] gap-y-1.5 text-small">
      <dt className="text-muted">{t('order.delivery')}</dt>
      <dd className="text-end">{t('order.free')}</dd>
      {days !== undefined && (
        <>
          <dt className="text-muted">{t('order.deliveryTime')}</dt>
          <dd aria-live="polite" className="text-end">
            {t('delivery.days', { count: days[1], range: isolated(rangeOf(days)) })}
          </dd>
        </>
      )}
      <dt className="text-muted">{t('order.payment')}</dt>
      <dd className="text-end">{t('order.cash')}</dd>
      <dt className="self-end pt-2 text-body">{t('order.total')}</dt>
      <dd aria-live="polite" className="figure pt-2 text-end text-[2.5rem]">
        {total}
      </dd>
    </dl>
  );
}
