import { useMemo } from 'react';
import type { Column } from '@/admin/kit/list/column';
import { useTranslation } from '@/shared/i18n';
import { formatDate } from '@/shared/i18n/format';
import { OrderAmount, OrderStepPill } from './order-parts';
import { orderFlags, type Order } from './order-flag';
import { OrderFlagSwitch } from './order-flags';

/** The columns of the table of orders. */
export function useOrderColumns(): Column<Order>[] {
  const { t } = useTranslation('admin-orders');
  return useMemo<Column<Order>[]>(
    () => [
      {
        id: 'created_at',
        head: t('fields.number'),
        sorts: true,
        rowHead: true,
        cell: (order) => <NumberCell order={order} />,
      },
      {
        id: 'buyer_name',
        head: t('fields.buyer'),
        sorts: true,
        cell: (order) => <BuyerCell order={order} />,
      },
      {
        id: 'shipping_city',
        head: t('fields.city'),
        sorts: true,
        cell: (order) => <bdi className="wrap-anywhere">{order.shipping_city}</bdi>,
      },
      {
        id: 'total_amount',
        head: t('fields.total'),
        sorts: true,
        align: 'end',
        cell: (order) => <TotalCell order={order} />,
      },
      ...orderFlags.map((flag) => ({
        id: flag,
        head: t(`flags.${flag}`),
        align: 'center' as const,
        className: 'w-20 px-1',
        cell: (order: Order) => (
          <div className="grid place-items-center">
            <OrderFlagSwitch order={order} flag={flag} />
          </div>
        ),
      })),
    ],
    [t],
  );
}

function NumberCell({ order }: { order: Order }) {
  return (
    <>
      <span className="block coordinate whitespace-nowrap">
        <bdi dir="ltr">{order.order_number}</bdi>
      </span>
      <span className="mt-0.5 flex items-center gap-2 text-muted">
        <bdi>{formatDate(order.created_at)}</bdi>
        <OrderStepPill order={order} />
      </span>
    </>
  );
}

function BuyerCell({ order }: { order: Order }) {
  return (
    <>
      <span className="block font-medium wrap-anywhere">
        <bdi>{order.buyer_name}</bdi>
      </span>
      <bdi dir="ltr" className="text-muted tabular-nums">
        {order.buyer_phone}
      </bdi>
    </>
  );
}

function TotalCell({ order }: { order: Order }) {
  const { t } = useTranslation('admin-orders');
  return (
    <>
      <OrderAmount order={order} />
      <span className="block whitespace-nowrap text-muted">
        {t('copies', { count: order.quantity })}
      </span>
    </>
  );
}
