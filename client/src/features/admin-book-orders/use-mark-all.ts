import { useTranslation } from 'react-i18next';
import { useChangeRows } from '../../admin/rows/use-change-rows';
import { useUndo } from '../../admin/undo';
import { notify } from '../../ui/toast';
import type { Order, OrderFlag } from './order-flag';
import { flagSet } from './order-flags';

/** Gives what sets a flag of many orders. An undo gives each one back what it had. */
export function useMarkAll(onDone: () => void) {
  const { t } = useTranslation('admin-orders');
  const offerUndo = useUndo();
  const failed = (count: number) => t('bulkFailed', { count });
  const back = useChangeRows('book_orders', { failed });
  const change = useChangeRows('book_orders', { failed });
  return (orders: Order[], flag: OrderFlag) => {
    // Those that have the flag already are left alone, so the undo takes it from none of them.
    const open = orders.filter((order) => !order[flag]);
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
