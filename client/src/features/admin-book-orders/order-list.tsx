import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '@/admin/list/data-table';
import { ListPager } from '@/admin/list/list-pager';
import type { Selection } from '@/admin/list/use-selection';
import type { PageOfRows } from '@/admin/rows/use-page-of-rows';
import { OrderCard } from './order-card';
import type { Order } from './order-flag';
import type { OrderView, SetOrderView } from './order-view';
import { useOrderColumns } from './use-order-columns';

type Props = {
  found: PageOfRows<Order>;
  view: OrderView;
  setView: SetOrderView;
  selection: Selection;
  opened: string | undefined;
  onOpen: (id: string) => void;
};

/** A page of orders with its pager. */
export function OrderList({ found, view, setView, selection, opened, onOpen }: Props) {
  const { t } = useTranslation('admin-orders');
  const columns = useOrderColumns();
  const nameOf = useMemo(
    () => (order: Order) => t('orderOf', { number: order.order_number, buyer: order.buyer_name }),
    [t],
  );
  return (
    <>
      <DataTable
        caption={t('title')}
        columns={columns}
        rows={found.rows}
        card={OrderCard}
        nameOf={nameOf}
        onOpen={onOpen}
        opened={opened}
        sort={view.sort}
        onSort={(sort) => setView({ sort })}
        selection={selection}
      />
      <ListPager found={found} onTurn={(page) => setView({ page })} sizes />
    </>
  );
}
