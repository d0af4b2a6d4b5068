import { useTranslation } from 'react-i18next';
import { Pill } from '../../ui/pill';
import { stepOf, toneOf, type Order } from './order-flag';

/** How far an order has come. */
export function OrderStepPill({ order }: { order: Order }) {
  const { t } = useTranslation('admin-orders');
  return <Pill tone={toneOf(order)}>{t(`steps.${stepOf(order)}`)}</Pill>;
}
