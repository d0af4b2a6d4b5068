import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Selection } from '@/admin/list/use-selection';
import { useErrorToast } from '@/admin/rows/use-error-toast';
import { useUndo } from '@/admin/undo';
import { notify } from '@/ui/toast';
import {
  changeOrders,
  fetchMatching,
  type BulkAction,
  type OrderOutcome,
  type Progress,
} from './bulk-orders';
import type { OrderView } from './order-view';
import { useRefreshOrders } from './use-order-changes';

/** Changes the selected orders: with progress, what became of each, and an undo of flags. */
export function useBulkOrders(view: OrderView, selection: Selection) {
  const { t } = useTranslation('admin-orders');
  const offerUndo = useUndo();
  const showError = useErrorToast();
  const refreshOrders = useRefreshOrders();
  const [progress, setProgress] = useState<Progress>();
  const [unchanged, setUnchanged] = useState<OrderOutcome[]>([]);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const start = async <T>(total: number, work: (signal: AbortSignal) => Promise<T>) => {
    const control = new AbortController();
    running.current = control;
    setProgress({ done: 0, total });
    try {
      return await work(control.signal);
    } finally {
      running.current = undefined;
      setProgress(undefined);
    }
  };

  const change = async (action: BulkAction, ids: readonly string[], isAll: boolean) => {
    setUnchanged([]);
    const { outcomes, error } = await start(ids.length, (signal) =>
      changeOrders(action, { ids, view: isAll ? view : undefined }, setProgress, signal),
    );
    await refreshOrders();
    const done = outcomes.filter(({ outcome }) => outcome === 'done').map(({ id }) => id);
    setUnchanged(outcomes.filter(({ outcome }) => outcome !== 'done'));
    if (error !== undefined) showError(t('bulk.failed'), error);
    return done;
  };

  const selectAll = (total: number) =>
    start(total, (signal) => fetchMatching(view, signal)).then(selection.setAll, (error: unknown) =>
      showError(t('failed'), error),
    );

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
    selectAll: (total: number) => void selectAll(total),
    stop: () => running.current?.abort(),
  };
}

export type BulkOrders = ReturnType<typeof useBulkOrders>;
