import { useTranslation } from 'react-i18next';
import { Drawer } from '../../admin/drawer';
import { DeletedNotice } from '../../admin/deleted-notice';
import { ListFrame } from '../../admin/list/list-frame';
import { useListView } from '../../admin/list/use-list-view';
import { useOpenedRow } from '../../admin/rows/use-opened-row';
import { usePageOfRows } from '../../admin/rows/use-page-of-rows';
import { newRow, useOpenRow } from '../../admin/use-open-row';
import { Button } from '../../ui/button';
import { NewOrderForm } from './new-order-form';
import { NewOrders } from './new-orders';
import { OrderDrawer } from './order-drawer';
import { OrderFlags } from './order-flags';
import { OrderList } from './order-list';
import { OrderToolbar } from './order-toolbar';
import { orderQuery, orderViews } from './order-view';

/** The book orders: found, looked through, opened, changed. What is looked at is in the address. */
export function OrdersScreen() {
  const { t } = useTranslation('admin-orders');
  const { view, setView, reset, isNarrowed } = useListView(orderViews);
  const found = usePageOfRows('book_orders', orderQuery(view));
  const { opened, open, close, steps } = useOpenRow(found.data?.rows ?? []);
  const { row, isDeleted } = useOpenedRow('book_orders', found.data?.rows, opened);
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
      <OrderDrawer order={row} steps={steps} onClose={close} />
      <Drawer open={opened === newRow} onClose={close} title={t('add.title')}>
        <NewOrderForm onDone={close} />
      </Drawer>
    </OrderFlags>
  );
}
