import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Relation, Table } from '@/shared/api/tables';
import { asFailure } from '@/shared/api/failures';
import { refresh, refreshCounts, cancelFetches } from './cached-rows';
import { updateRow } from './row-calls';
import { applyOptimistic, rollback, type RowChange } from './optimistic-update';
import { useErrorToast } from './use-error-toast';
import { withdraw } from '@/shared/ui/toast';
import type { Update } from '@/shared/api/rows';

type Options<T extends Table> = {
  /** The error message without its reason: 'Order BO1 was not changed.' The reason is appended. */
  failed?: string | ((change: RowChange<T>) => string);
  /** Views that contain rows of the table with the same ids. */
  alsoIn?: readonly Relation[];
  /**
   * For a change that nobody asked for: a row without these values was changed meanwhile and stays so, without
   * an error.
   */
  only?: Update<T>;
  /** Called after success with the previous values, for an undo. */
  onDone?: (change: RowChange<T>, before: Update<T>) => void;
};

/**
 * Optimistic update of some columns of a row, with rollback and an error toast on failure. Changes of a
 * table are sent one after the other, so the last one wins; offline they wait until the network is back. A
 * row that no longer matches the filter stays in its place until the list is refetched.
 */
export function useChangeRow<T extends Table>(table: T, options: Options<T> = {}) {
  const { failed, alsoIn = [], only, onDone } = options;
  const queries = useQueryClient();
  const showError = useErrorToast();
  const relations = [table, ...alsoIn];
  return useMutation({
    scope: { id: table },
    networkMode: 'online', // offline, the change waits in this page
    mutationFn: ({ id, set }: RowChange<T>) => updateRow(table, id, set, only),
    onMutate: async (change) => {
      withdraw(change.id);
      await cancelFetches(queries, relations);
      return { before: applyOptimistic(queries, relations, change, only) };
    },
    onSuccess: (_row, change, { before }) => onDone?.(change, before),
    onError: async (error, change, shown) => {
      if (shown !== undefined) rollback(queries, relations, change, shown.before);
      const isOutdated = only !== undefined && asFailure(error).kind === 'refused';
      if (isOutdated) await refresh(queries, relations);
      else showError(typeof failed === 'function' ? failed(change) : failed, error, change.id);
    },
    onSettled: () => refreshCounts(queries, relations),
  });
}
