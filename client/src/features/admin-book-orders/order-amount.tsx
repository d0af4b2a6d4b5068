import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n';
import { formatAmount } from '../../i18n/format';
import type { Order } from './order-flag';

/** What an order costs, with its currency. */
export function OrderAmount({ order }: { order: Order }) {
  const { t } = useTranslation('admin-orders');
  const amount = formatAmount(order.total_amount, useLanguage());
  return (
    <bdi className="whitespace-nowrap tabular-nums">
      {t('amount', { amount, currency: order.currency })}
    </bdi>
  );
}
