import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureKey } from '../../api/failures';
import { FlatPlain } from '../../art/flat-plain';
import { FailureNotice } from '../../ui/failure-notice';
import { Pager } from '../../ui/pager';
import { Spinner } from '../../ui/spinner';
import { useMedia } from '../../ui/use-media';
import { OrderCards } from './order-cards';
import { OrderDetails } from './order-details';
import type { Order } from './order-flag';
import { OrderTable } from './order-table';
import { pageSize, useBookOrders, type OrderPage } from './use-book-orders';
import type { OrderView } from './order-view';

type Props = { view: OrderView; onTurn: (page: number) => void };

/** The orders of a view: loading, none, failed or there. */
export function OrderList({ view, onTurn }: Props) {
  const { t } = useTranslation('admin');
  const { t: site } = useTranslation();
  const { data, error, refetch, isPlaceholderData } = useBookOrders(view);
  if (error !== null) {
    return (
      <FailureNotice
        text={`${t('orders.failed')} ${site(failureKey(error))}`}
        retryLabel={site('retry')}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data === undefined) return <Spinner label={t('loading')} className="min-h-48" />;
  return (
    // While the next page is on its way the last one is shown, but not for pressing.
    <div
      inert={isPlaceholderData}
      className={`grid gap-5 transition-opacity ${isPlaceholderData ? 'opacity-60' : ''}`}
    >
      {data.orders.length === 0 ? <NoOrders /> : <Orders orders={data.orders} />}
      {data.total > 0 && <OrderPager found={data} onTurn={onTurn} />}
    </div>
  );
}

function NoOrders() {
  const { t } = useTranslation('admin');
  return (
    <div className="relative overflow-hidden border border-line pt-12 pb-28">
      <p role="status" className="text-center text-muted">
        {t('orders.empty')}
      </p>
      <FlatPlain className="absolute inset-x-0 bottom-0 h-24 w-full text-muted" />
    </div>
  );
}

function Orders({ orders }: { orders: Order[] }) {
  const wide = useMedia('(min-width: 64rem)');
  const [opened, setOpened] = useState<string>();
  const List = wide ? OrderTable : OrderCards;
  return (
    <>
      <List orders={orders} onOpen={setOpened} />
      <OrderDetails
        order={orders.find(({ id }) => id === opened)}
        onClose={() => setOpened(undefined)}
      />
    </>
  );
}

function OrderPager({ found, onTurn }: { found: OrderPage; onTurn: (page: number) => void }) {
  const { t } = useTranslation('admin');
  const first = (found.page - 1) * pageSize + 1;
  return (
    <Pager
      label={t('pager.label')}
      position={t('pager.position', {
        first,
        last: first + found.orders.length - 1,
        total: found.total,
      })}
      previousLabel={t('pager.previous')}
      nextLabel={t('pager.next')}
      page={found.page}
      pages={Math.max(1, Math.ceil(found.total / pageSize))}
      onTurn={onTurn}
    />
  );
}
