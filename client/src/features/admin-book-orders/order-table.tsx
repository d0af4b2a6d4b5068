import { useTranslation } from 'react-i18next';
import { formatDate } from '../../i18n/format';
import { Button } from '../../ui/button';
import { OrderAmount } from './order-amount';
import { orderFlags, type Order } from './order-flag';
import { OrderFlagSwitch } from './order-flag-switch';
import { OrderStepPill } from './order-step-pill';

type Props = { orders: Order[]; onOpen: (id: string) => void };

/** The orders as a table, where there is room for one. */
export function OrderTable({ orders, onOpen }: Props) {
  const { t } = useTranslation('admin');
  const head = 'px-3 py-2 font-medium text-muted';
  return (
    <table className="w-full border-collapse text-small">
      <caption className="sr-only">{t('orders.title')}</caption>
      <thead>
        <tr className="border-b border-ink">
          <th className={`${head} text-start`}>{t('orders.fields.number')}</th>
          <th className={`${head} text-start`}>{t('orders.fields.buyer')}</th>
          <th className={`${head} text-start`}>{t('orders.fields.city')}</th>
          <th className={`${head} text-end`}>{t('orders.fields.total')}</th>
          {orderFlags.map((flag) => (
            <th key={flag} className={`${head} w-20 text-center`}>
              {t(`orders.flags.${flag}`)}
            </th>
          ))}
          <th className={head}>
            <span className="sr-only">{t('orders.details')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <OrderTableRow key={order.id} order={order} onOpen={onOpen} />
        ))}
      </tbody>
    </table>
  );
}

function OrderTableRow({ order, onOpen }: { order: Order; onOpen: (id: string) => void }) {
  const { t } = useTranslation('admin');
  const cell = 'px-3 py-1.5 align-middle';
  return (
    <tr className="border-b border-line hover:bg-raised">
      <th scope="row" className={`${cell} text-start font-normal`}>
        <span className="block coordinate whitespace-nowrap">
          <bdi dir="ltr">{order.order_number}</bdi>
        </span>
        <span className="mt-1 flex items-center gap-2 text-muted">
          <bdi>{formatDate(order.created_at)}</bdi>
          <OrderStepPill order={order} />
        </span>
      </th>
      <td className={cell}>
        <span className="block font-medium wrap-anywhere">
          <bdi>{order.buyer_name}</bdi>
        </span>
        <bdi dir="ltr" className="text-muted tabular-nums">
          {order.buyer_phone}
        </bdi>
      </td>
      <td className={`${cell} wrap-anywhere`}>
        <bdi>{order.shipping_city}</bdi>
      </td>
      <td className={`${cell} text-end`}>
        <OrderAmount order={order} />
        <span className="block text-muted">{t('orders.copies', { count: order.quantity })}</span>
      </td>
      {orderFlags.map((flag) => (
        <td key={flag} className="px-1">
          <div className="grid place-items-center">
            <OrderFlagSwitch order={order} flag={flag} />
          </div>
        </td>
      ))}
      <td className={`${cell} text-end`}>
        <DetailsButton order={order} onOpen={onOpen} />
      </td>
    </tr>
  );
}

/** Opens one order; its name says which, for those who hear only the button. */
export function DetailsButton({ order, onOpen }: { order: Order; onOpen: (id: string) => void }) {
  const { t } = useTranslation('admin');
  return (
    <Button
      look="line"
      aria-label={t('orders.detailsOf', { number: order.order_number })}
      onClick={() => onOpen(order.id)}
      className="lg:min-h-9 lg:px-3 lg:py-1"
    >
      {t('orders.details')}
    </Button>
  );
}
