import { useTranslation } from 'react-i18next';
import { failureKey } from '../../api/failures';
import { Switch } from '../../ui/switch';
import { notify } from '../../ui/toast';
import type { Order, OrderFlag } from './order-flag';
import { useToggleOrderFlag } from './use-toggle-order-flag';

/** One flag of one order. */
export function OrderFlagSwitch({ order, flag }: { order: Order; flag: OrderFlag }) {
  const { t } = useTranslation('admin');
  const { t: site } = useTranslation();
  const toggle = useToggleOrderFlag((error) => {
    console.error('order flag', error);
    const what = t('orders.toggleFailed', { number: order.order_number });
    notify('bad', `${what} ${site(failureKey(error))}`);
  });
  return (
    <Switch
      label={t('orders.flagOf', { flag: t(`orders.flags.${flag}`), number: order.order_number })}
      on={order[flag]}
      busy={toggle.isPending}
      onChange={(value) => toggle.mutate({ id: order.id, flag, value })}
    />
  );
}
