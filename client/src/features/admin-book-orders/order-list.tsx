import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { BulkBar } from '@/admin/list/bulk-bar';
import { DataTable } from '@/admin/list/data-table';
import { ListPager } from '@/admin/list/list-pager';
import { useSelection } from '@/admin/list/use-selection';
import type { PageOfRows } from '@/admin/rows/use-page-of-rows';
import { Button } from '@/ui/button';
import { useChangeRows } from '@/admin/rows/use-change-rows';
import { useUndo } from '@/admin/undo';
import { notify } from '@/ui/toast';
import { OrderCard } from './order-card';
import { orderFlags, type Order, type OrderFlag } from './order-flag';
import { isEnded } from './order-status';
import type { SetOrderView, OrderView } from './order-view';
import { useOrderColumns } from './use-order-columns';
import { flagSet } from './order-flags';

type Props = {
  found: PageOfRows<Order>;
  view: OrderView;
  setView: SetOrderView;
  opened: string | undefined;
  onOpen: (id: string) => void;
};

/** A page of orders with bulk actions and pager. */
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

/** The bulk actions of orders. */
function OrderBulkActions({ onMark }: { onMark: (flag: OrderFlag) => void }) {
  const { t } = useTranslation('admin-orders');
  return orderFlags.map((flag) => (
    <Button
      key={flag}
      look="line"
      className="relative max-sm:grow max-sm:px-2 lg:min-h-9 lg:px-3 lg:py-1"
      onClick={() => onMark(flag)}
    >
      <span aria-hidden="true" className="sm:hidden">
        {t(`flags.${flag}`)}
      </span>
      <span className="max-sm:sr-only">{t(`bulk.${flag}`)}</span>
    </Button>
  ));
}

/** Returns a function that sets a flag of many orders, with undo. */
function useMarkAll(onDone: () => void) {
  const { t } = useTranslation('admin-orders');
  const offerUndo = useUndo();
  const failed = (count: number) => t('bulkFailed', { count });
  const back = useChangeRows('book_orders', { failed });
  const change = useChangeRows('book_orders', { failed });
  return (orders: Order[], flag: OrderFlag) => {
    // Orders that have the flag already are skipped, so that the undo does not change them. Those that have
    // ended can only be paid.
    const open = orders.filter((order) => !order[flag] && (flag === 'paid' || !isEnded(order)));
    if (open.length === 0) return void notify('good', t('bulk.nothing'), { ms: 6000 });
    const changes = (value: boolean, ids: readonly string[]) => {
      const set = flagSet(flag, value);
      return ids.map((id) => ({ id, set }));
    };
    change.mutate(
      changes(
        true,
        open.map(({ id }) => id),
      ),
      {
        onSuccess: ({ changed }) => {
          if (changed.size === 0) return;
          offerUndo(t(`bulkDone.${flag}`, { count: changed.size }), () =>
            back.mutate(changes(false, [...changed])),
          );
          onDone();
        },
      },
    );
    return undefined;
  };
}
