import { useTranslation } from 'react-i18next';
import { Pill } from '@/ui/pill';
import { useLanguage } from '@/i18n';
import { formatAmount } from '@/i18n/format';
import { stepOf, toneOf, type Order } from './order-flag';

/** The status of an order. */
export function OrderStepPill({ order }: { order: Order }) {
  const { t } = useTranslation('admin-orders');
  return <Pill tone={toneOf(order)}>{t(`steps.${stepOf(order)}`)}</Pill>;
}

/** The total of an order with its currency. */
export function OrderAmount({ order }: { order: Order }) {
  const { t } = useTranslation('admin-orders');
  const amount = formatAmount(order.total_amount, useLanguage());
  return (
    <bdi className="whitespace-nowrap tabular-nums">
      {t('amount', { amount, currency: order.currency })}
    </bdi>
  );
}
