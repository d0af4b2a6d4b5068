import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Drawer } from '@/admin/drawer';
import { DeletedNotice } from '@/admin/deleted-notice';
import { ListFrame } from '@/admin/list/list-frame';
import { usePageSize } from '@/admin/list/page-size';
import { useListView } from '@/admin/list/use-list-view';
import { useSelection } from '@/admin/list/use-selection';
import { useOpenedRow } from '@/admin/rows/use-opened-row';
import { usePageOfRows } from '@/admin/rows/use-page-of-rows';
import { newRow, useOpenRow } from '@/admin/use-open-row';
import { Button } from '@/ui/button';
import { lazyComponent } from '@/ui/lazy';
import { LoadFailure } from '@/ui/load-failure';
import { whenIdle } from '@/ui/when-idle';
import { Spinner } from '@/ui/spinner';
import { NewerRows } from '@/admin/list/newer-rows';
import { OrderBulkBar } from './order-bulk-bar';
import { OrderBulkResult } from './order-bulk-result';
import { OrderFlags } from './order-flags';
import { OrderList } from './order-list';
import { OrderToolbar } from './order-toolbar';
import { orderConditions, orderQuery, orderViews, type OrderView } from './order-view';
import { useBulkOrders } from './use-bulk-orders';

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
  const size = usePageSize();
  const found = usePageOfRows('book_orders', orderQuery(view, size));
  // The selection stays while pages are turned.
  const selection = useSelection(JSON.stringify([view.search, view.filters]));
  const bulk = useBulkOrders(view, selection);
  const { opened, open, close, steps } = useOpenRow(found.data?.rows ?? []);
  const { row, isDeleted } = useOpenedRow('book_orders', found.data?.rows, opened);
  useEffect(() => whenIdle(OrderDrawer.preload), []);
  return (
    <OrderFlags>
      <OrderToolbar view={view} setView={setView} onReset={reset} />
      <OrderBulkResult unchanged={bulk.unchanged} onDismiss={bulk.dismiss} />
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
        {(page) => (
          <OrderList found={page} {...{ view, setView, selection, opened }} onOpen={open} />
        )}
      </ListFrame>
      <OrderBulkBar view={view} found={found.data} selection={selection} bulk={bulk} />
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
      relation="book_order_search"
      filters={(since) => [...orderConditions(view).filters, ['created_at', 'gt', since]]}
      view={view}
      found={found}
      kinds={['book_order']}
      text={(count) => t('newer', { count })}
    />
  );
}
