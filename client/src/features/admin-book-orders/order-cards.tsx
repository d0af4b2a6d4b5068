import { useTranslation } from 'react-i18next';
import { formatDate } from '../../i18n/format';
import { OrderAmount } from './order-amount';
import { orderFlags, type Order } from './order-flag';
import { OrderFlagSwitch } from './order-flag-switch';
import { OrderStepPill } from './order-step-pill';
import { DetailsButton } from './order-table';

type Props = { orders: Order[]; onOpen: (id: string) => void };

/** The orders one below the other, for the width of a hand. */
export function OrderCards({ orders, onOpen }: Props) {
  const { t } = useTranslation('admin');
  return (
    <ul aria-label={t('orders.title')} className="grid gap-3 md:grid-cols-2">
      {orders.map((order) => (
        <li key={order.id} className="grid content-start gap-3 border border-line bg-raised p-4">
          <OrderCardHead order={order} />
          <dl className="grid grid-cols-3 border-y border-line">
            {orderFlags.map((flag) => (
              <div key={flag} className="flex flex-col items-center py-1.5">
                <dt className="text-small text-muted">{t(`orders.flags.${flag}`)}</dt>
                <dd>
                  <OrderFlagSwitch order={order} flag={flag} />
                </dd>
              </div>
            ))}
          </dl>
          <div className="flex items-center justify-between gap-3">
            <p>
              <OrderAmount order={order} />
              <span className="block text-small text-muted">
                {t('orders.copies', { count: order.quantity })}
              </span>
            </p>
            <DetailsButton order={order} onOpen={onOpen} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function OrderCardHead({ order }: { order: Order }) {
  return (
    <div>
      <p className="flex items-center justify-between gap-3 text-small text-muted">
        <bdi dir="ltr" className="coordinate">
          {order.order_number}
        </bdi>
        <OrderStepPill order={order} />
      </p>
      <h2 className="mt-2 text-lead font-medium wrap-anywhere">
        <bdi>{order.buyer_name}</bdi>
      </h2>
      <p className="flex flex-wrap gap-x-3 text-small wrap-anywhere text-muted">
        <bdi>{order.shipping_city}</bdi>
        <bdi>{formatDate(order.created_at)}</bdi>
        <a
          href={`tel:${order.buyer_phone}`}
          dir="ltr"
          className="underline decoration-line underline-offset-4"
        >
          {order.buyer_phone}
        </a>
      </p>
    </div>
  );
}
