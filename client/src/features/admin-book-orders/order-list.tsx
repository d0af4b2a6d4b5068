import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { BulkBar } from '../../admin/list/bulk-bar';
import { DataTable } from '../../admin/list/data-table';
import { ListPager } from '../../admin/list/list-pager';
import { useSelection } from '../../admin/list/use-selection';
import type { PageOfRows } from '../../admin/rows/use-page-of-rows';
import { OrderBulkActions } from './order-bulk-actions';
import { OrderCard } from './order-card';
import type { Order } from './order-flag';
import type { SetOrderView, OrderView } from './order-view';
import { useMarkAll } from './use-mark-all';
import { useOrderColumns } from './use-order-columns';

type Props = {
  found: PageOfRows<Order>;
  view: OrderView;
  setView: SetOrderView;
  opened: string | undefined;
  onOpen: (id: string) => void;
};

/** A page of orders, what can be done with many of them, and the ways to other pages. */
export function OrderList({ found, view, setView, opened, onOpen }: Props) {
  const { t } = useTranslation('admin-orders');
  const selection = useSelection(view);
  const mark = useMarkAll(selection.clear);
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
      <BulkBar selection={selection}>
        <OrderBulkActions
          onMark={(flag) =>
            mark(
              found.rows.filter(({ id }) => selection.ids.includes(id)),
              flag,
            )
          }
        />
      </BulkBar>
      <ListPager found={found} onTurn={(page) => setView({ page })} />
    </>
  );
}
