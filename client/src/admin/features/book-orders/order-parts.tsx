import { Pill } from '@/shared/ui/pill';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatAmount } from '@/shared/i18n/format';
import { stepOf, toneOf, type Order } from './order-flag';

/** The status of an order. */
export function OrderStepPill({ order }: { order: Order }) {
  const { t } = useTranslation('admin-orders');
  return <Pill tone={toneOf(order)}>{t(`steps.${stepOf(order)}`)}</Pill>;
}

type AmountProps = { order: Order; amount?: number };

/** The total of an order, or another amount of it, with its currency. */
export function OrderAmount({ order, amount: of = order.total_amount }: AmountProps) {
  const { t } = useTranslation('admin-orders');
  const amount = formatAmount(of, useLanguage());
  return (
    <bdi className="whitespace-nowrap tabular-nums">
      {t('amount', { amount, currency: order.currency })}
    </bdi>
  );
}
