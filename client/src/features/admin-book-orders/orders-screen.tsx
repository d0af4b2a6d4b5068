import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Drawer } from '@/admin/drawer';
import { DeletedNotice } from '@/admin/deleted-notice';
import { ListFrame } from '@/admin/list/list-frame';
import { useListView } from '@/admin/list/use-list-view';
import { useOpenedRow } from '@/admin/rows/use-opened-row';
import { usePageOfRows } from '@/admin/rows/use-page-of-rows';
import { newRow, useOpenRow } from '@/admin/use-open-row';
import { Button } from '@/ui/button';
import { lazyComponent } from '@/ui/lazy';
import { LoadFailure } from '@/ui/load-failure';
import { whenIdle } from '@/ui/when-idle';
import { Spinner } from '@/ui/spinner';
import { NewerRows } from '@/admin/list/newer-rows';
import { OrderFlags } from './order-flags';
import { OrderList } from './order-list';
import { OrderToolbar } from './order-toolbar';
import { orderQuery, orderViews, type OrderView } from './order-view';

// Loaded when the browser is idle, before a row is opened.
const OrderDrawer = lazyComponent(
  () => import('./order-drawer').then((module) => module.OrderDrawer),
  null,
  LoadFailure,
);
const NewOrderForm = lazyComponent(
  () => import('./new-order-form').then((module) => module.NewOrderForm),
  <Opening />,
  ({ onDone }) => <LoadFailure onClose={onDone} />,
);

function Opening() {
  const { t } = useTranslation('admin');
  return <Spinner label={t('loading')} className="min-h-48 justify-center" />;
}

/** The screen of the book orders. The view is in the URL. */
export function OrdersScreen() {
  const { t } = useTranslation('admin-orders');
  const { view, setView, reset, isNarrowed } = useListView(orderViews);
  const found = usePageOfRows('book_orders', orderQuery(view));
  const { opened, open, close, steps } = useOpenRow(found.data?.rows ?? []);
  const { row, isDeleted } = useOpenedRow('book_orders', found.data?.rows, opened);
  useEffect(() => whenIdle(OrderDrawer.preload), []);
  return (
    <OrderFlags>
      <OrderToolbar view={view} setView={setView} />
      {isDeleted && <DeletedNotice text={t('gone')} onClose={close} />}
      <NewOrders view={view} found={found} />
      <ListFrame
        found={found}
        failed={t('failed')}
        empty={t('empty')}
        isEmpty={({ rows }) => rows.length === 0}
        onReset={isNarrowed ? reset : undefined}
        emptyAction={<Button onClick={() => open(newRow)}>{t('add.action')}</Button>}
      >
        {(page) => <OrderList found={page} {...{ view, setView, opened }} onOpen={open} />}
      </ListFrame>
      {row !== undefined && <OrderDrawer order={row} steps={steps} onClose={close} />}
      <Drawer open={opened === newRow} onClose={close} title={t('add.title')}>
        <NewOrderForm onDone={close} />
      </Drawer>
    </OrderFlags>
  );
}

type Props = {
  view: OrderView;
  found: ReturnType<typeof usePageOfRows<'book_orders'>>;
};

/** The notice about orders created since the list was loaded. */
function NewOrders({ view, found }: Props) {
  const { t } = useTranslation('admin-orders');
  return (
    <NewerRows
      relation="book_orders"
      filters={(since) => [...orderQuery(view).filters, ['created_at', 'gt', since]]}
      view={view}
      found={found}
      kinds={['book_order']}
      text={(count) => t('newer', { count })}
    />
  );
}
