import { useTranslation } from 'react-i18next';
import { Drawer } from '../../desk/drawer';
import { ListFrame } from '../../desk/list/list-frame';
import { useListView } from '../../desk/list/use-list-view';
import { useOneRow } from '../../desk/rows/use-one-row';
import { usePageOfRows } from '../../desk/rows/use-page-of-rows';
import { useOpened } from '../../desk/use-opened';
import { Button } from '../../ui/button';
import { Notice } from '../../ui/notice';
import { NewOrderForm } from './new-order-form';
import { OrderDrawer } from './order-drawer';
import { OrderFlags } from './order-flags';
import { OrderList } from './order-list';
import { OrderToolbar } from './order-toolbar';
import { orderQuestion, orderViews } from './order-view';

/** The form for one more, in the place of an order's id in the address. */
const newOrder = 'new';

/** The book orders: found, looked through, opened, changed. What is looked at is in the address. */
export function OrderDesk() {
  const { t } = useTranslation('desk-orders');
  const { view, look, reset, isNarrowed } = useListView(orderViews);
  const found = usePageOfRows('book_orders', orderQuestion(view));
  const { opened, open, close, steps } = useOpened(found.data?.rows ?? []);
  const listed = found.data?.rows.find(({ id }) => id === opened);
  // An address may name an order that is on another page.
  const alone = useOneRow('book_orders', found.isPending || listed ? undefined : rowId(opened));
  return (
    <OrderFlags>
      <OrderToolbar view={view} look={look} onAdd={() => open(newOrder)} />
      {alone.data === null && (
        <Notice tone="bad" className="mb-4">
          {t('gone')}
        </Notice>
      )}
      <ListFrame
        found={found}
        failed={t('failed')}
        empty={t('empty')}
        isEmpty={({ rows }) => rows.length === 0}
        onReset={isNarrowed ? reset : undefined}
        emptyAction={<Button onClick={() => open(newOrder)}>{t('add.action')}</Button>}
      >
        {(page) => <OrderList found={page} {...{ view, look, opened }} onOpen={open} />}
      </ListFrame>
      <OrderDrawer order={listed ?? alone.data ?? undefined} steps={steps} onClose={close} />
      <Drawer open={opened === newOrder} onClose={close} title={t('add.title')}>
        <NewOrderForm onDone={close} />
      </Drawer>
    </OrderFlags>
  );
}

/** What an address names as open may be no order at all: the form for a new one, or nonsense. */
const rowId = (opened: string | undefined) =>
  opened !== undefined && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(opened)
    ? opened
    : undefined;
