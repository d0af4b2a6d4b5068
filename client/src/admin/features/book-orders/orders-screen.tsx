import { useEffect, useMemo } from 'react';
import { Drawer } from '@/admin/kit/drawer';
import { DeletedNotice } from '@/admin/kit/deleted-notice';
import { ImportButton } from '@/admin/kit/import/import-button';
import { ListExport } from '@/admin/kit/list/list-export';
import { lazyBulkBar } from '@/admin/kit/list/lazy-bulk-bar';
import { ListScreen, ListTable } from '@/admin/kit/list/list-screen';
import { NewerRows } from '@/admin/kit/list/newer-rows';
import { useOpenedRow } from '@/admin/kit/rows/use-opened-row';
import { newRow } from '@/admin/kit/use-open-row';
import { useTranslation, withMessages } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { lazyComponent } from '@/shared/ui/lazy';
import { LoadFailure } from '@/shared/ui/load-failure';
import { Spinner } from '@/shared/ui/spinner';
import { whenIdle } from '@/shared/ui/when-idle';
import { OrderBulkResult } from './order-bulk-result';
import { OrderCard } from './order-card';
import { orderCsv } from './order-csv';
import { OrderFilterChips, OrderFilterMenu, OrderFlagTabs, OrderQueues } from './order-filters';
import type { Order } from './order-flag';
import { OrderFlags } from './order-flags';
import { useBulkOrders } from './use-bulk-orders';
import { useOrderColumns } from './use-order-columns';
import { useOrderList, type OrderListState } from './use-order-list';

// Loaded when the browser is idle, before a row is opened.
const OrderDrawer = lazyComponent(
  () => import('./order-drawer').then((m) => m.OrderDrawer),
  null,
  LoadFailure,
);
const OrderImport = lazyComponent(
  () =>
    withMessages(import('./order-import-drawer'), ['admin-import', 'admin-order-import']).then(
      (module) => module.OrderImport,
    ),
  null,
  LoadFailure,
);
// Loaded beside the rows: nothing is selected yet.
const OrderBulkBar = lazyBulkBar(() => import('./order-bulk-bar').then((m) => m.OrderBulkBar));

const NewOrderForm = lazyComponent(
  () => import('./new-order-form').then((m) => m.NewOrderForm),
  <Opening />,
  ({ onDone }) => <LoadFailure onClose={onDone} />,
);

function Opening() {
  const { t } = useTranslation('admin');
  return <Spinner label={t('loading')} className="min-h-48 justify-center" />;
}

/** The screen of the book orders. */
export function OrdersScreen() {
  const { t } = useTranslation('admin-orders');
  const list = useOrderList();
  const { found, opened, open, close, steps } = list;
  const bulk = useBulkOrders(list);
  const { row, isDeleted } = useOpenedRow('book_orders', found.data?.rows, opened);
  const csv = useMemo(() => orderCsv(t), [t]);
  useEffect(() => whenIdle(OrderDrawer.preload), []);
  return (
    <OrderFlags>
      <ListScreen
        list={list}
        name="book-orders"
        texts={{ search: t('searchHint'), failed: t('failed'), empty: t('empty') }}
        filters={
          <>
            <OrderQueues list={list} />
            <OrderFilterMenu list={list} />
          </>
        }
        actions={
          <>
            <ImportButton>{(onClose) => <OrderImport onClose={onClose} />}</ImportButton>
            <ListExport list={list} name="book-orders" columns={csv} quotes="all" />
          </>
        }
        tabs={<OrderFlagTabs list={list} />}
        chips={<OrderFilterChips list={list} />}
        notices={
          <>
            <OrderBulkResult unchanged={bulk.unchanged} onDismiss={bulk.dismiss} />
            {isDeleted && <DeletedNotice text={t('gone')} onClose={close} />}
          </>
        }
        newer={<NewOrders list={list} />}
        emptyAction={<Button onClick={() => open(newRow)}>{t('add.action')}</Button>}
        bulk={<OrderBulkBar list={list} bulk={bulk} />}
      >
        {(rows) => <OrderTable list={list} rows={rows} />}
      </ListScreen>
      {row !== undefined && <OrderDrawer order={row} steps={steps} onClose={close} />}
      <Drawer open={opened === newRow} onClose={close} title={t('add.title')}>
        <NewOrderForm onDone={close} />
      </Drawer>
    </OrderFlags>
  );
}

type Props = { list: OrderListState };

function OrderTable({ list, rows }: Props & { rows: readonly Order[] }) {
  const { t } = useTranslation('admin-orders');
  const columns = useOrderColumns();
  const nameOf = useMemo(
    () => (order: Order) => t('orderOf', { number: order.order_number, buyer: order.buyer_name }),
    [t],
  );
  return (
    <ListTable
      list={list}
      caption={t('title')}
      columns={columns}
      rows={rows}
      card={OrderCard}
      nameOf={nameOf}
      onOpen={list.open}
      selects
    />
  );
}

/** The notice about orders created since the list was loaded. */
function NewOrders({ list: { view, found, conditions } }: Props) {
  const { t } = useTranslation('admin-orders');
  return (
    <NewerRows
      relation="book_order_search"
      filters={(since) => [...conditions, ['created_at', 'gt', since]]}
      view={view}
      found={found}
      kinds={['book_order']}
      text={(count) => t('newer', { count })}
    />
  );
}
