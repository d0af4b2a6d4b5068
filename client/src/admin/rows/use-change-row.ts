import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Relation, Table, UpdateOf } from './any-table';
import { refreshCounts } from './cached-rows';
import { updateRow } from './row-calls';
import { applyOptimistic, rollback, type RowChange } from './optimistic-update';
import { useErrorToast } from './use-error-toast';

type Options<T extends Table> = {
  /** What did not happen, in words: 'Order BO1 was not changed.' Why is added to it. */
  failed?: string | ((change: RowChange<T>) => string);
  /** Views that show rows of the table under the same ids. */
  alsoIn?: readonly Relation[];
  /** Runs once the server has agreed, with what the columns were before: for an undo. */
  onDone?: (change: RowChange<T>, before: UpdateOf<T>) => void;
};

/**
 * Changes some columns of a row: shown at once wherever the row is on the screen, taken back and said
 * when the server refuses. Changes of a table are sent one after the other, so the last one wins. A
 * row that no longer fits its filter stays where it is until the list is asked for anew: rows do not
 * run from under the hand.
 */
export function useChangeRow<T extends Table>(table: T, options: Options<T> = {}) {
  const { failed, alsoIn = [], onDone } = options;
  const queries = useQueryClient();
  const showError = useErrorToast();
  const relations = [table, ...alsoIn];
  return useMutation({
    scope: { id: table },
    mutationFn: ({ id, set }: RowChange<T>) => updateRow(table, id, set),
    onMutate: async (change) => {
      await Promise.all(relations.map((place) => queries.cancelQueries({ queryKey: [place] })));
      return { before: applyOptimistic(queries, relations, change) };
    },
    onSuccess: (_row, change, { before }) => onDone?.(change, before),
    onError: (error, change, shown) => {
      if (shown !== undefined) rollback(queries, relations, change, shown.before);
      showError(typeof failed === 'function' ? failed(change) : failed, error);
    },
    onSettled: () => refreshCounts(queries, relations),
  });
}
