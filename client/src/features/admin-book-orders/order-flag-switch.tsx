import { useTranslation } from 'react-i18next';
import { Switch } from '../../ui/switch';
import type { Order, OrderFlag } from './order-flag';
import { useSetFlag } from './order-flags';

/** One flag of one order. */
export function OrderFlagSwitch({ order, flag }: { order: Order; flag: OrderFlag }) {
  const { t } = useTranslation('admin-orders');
  const set = useSetFlag();
  return (
    <Switch
      label={t('flagOf', { flag: t(`flags.${flag}`), number: order.order_number })}
      on={order[flag]}
      onChange={(value) => set(order, flag, value)}
    />
  );
}
