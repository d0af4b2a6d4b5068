import { useEffect, useRef, useState } from 'react';
import { useErrorToast } from '@/admin/kit/rows/use-error-toast';
import { useUndo } from '@/admin/kit/undo';
import { useTranslation } from '@/shared/i18n';
import { notify } from '@/shared/ui/toast';
import { changeOrders, type BulkAction, type OrderOutcome, type Progress } from './bulk-orders';
import { useRefreshOrders } from './use-order-changes';
import type { OrderListState } from './use-order-list';

/** Changes the selected orders: with progress, what became of each, and an undo of flags. */
export function useBulkOrders({ view, selection }: OrderListState) {
  const { t } = useTranslation('admin-orders');
  const offerUndo = useUndo();
  const showError = useErrorToast();
  const refreshOrders = useRefreshOrders();
  const [progress, setProgress] = useState<Progress>();
  const [unchanged, setUnchanged] = useState<OrderOutcome[]>([]);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const change = async (action: BulkAction, ids: readonly string[], isAll: boolean) => {
    setUnchanged([]);
    const control = new AbortController();
    running.current = control;
    setProgress({ done: 0, total: ids.length });
    const orders = { ids, view: isAll ? view : undefined };
    const { outcomes, error } = await changeOrders(action, orders, setProgress, control.signal);
    running.current = undefined;
    setProgress(undefined);
    await refreshOrders();
    const done = outcomes.filter(({ outcome }) => outcome === 'done').map(({ id }) => id);
    setUnchanged(outcomes.filter(({ outcome }) => outcome !== 'done'));
    if (error !== undefined) showError(t('bulk.failed'), error);
    return done;
  };

  const run = async (action: BulkAction) => {
    if (running.current !== undefined) return;
    const { ids, isAll } = selection;
    const done = await change(action, ids, isAll);
    selection.clear();
    if (done.length === 0) return;
    if (action.kind === 'cancel') {
      notify('good', t('bulkDone.cancelled', { count: done.length }), { ms: 6000 });
      return;
    }
    const back: BulkAction = { ...action, value: false };
    offerUndo(
      t(`bulkDone.${action.flag}`, { count: done.length }),
      () => void change(back, done, false),
    );
  };

  return {
    progress,
    /** The orders that the last run has not changed. */
    unchanged,
    dismiss: () => setUnchanged([]),
    run: (action: BulkAction) => void run(action),
    stop: () => running.current?.abort(),
  };
}

export type BulkOrders = ReturnType<typeof useBulkOrders>;
