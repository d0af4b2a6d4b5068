import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Table } from '@/shared/api/tables';
import type { Insert, Update } from '@/shared/api/rows';
import { refresh } from './cached-rows';
import { insertRow } from './row-calls';
import { updateUnlessChanged } from './write-unless-changed';

type Saved<T extends Table> =
  /** `shown` is the row as the form has shown it. */
  { shown: { id: string }; set: Update<T> } | { shown?: undefined; set: Insert<T> };

/**
 * Saves a form: inserts a row, or updates the one that it has shown. `mutateAsync` returns the stored row or
 * throws a Failure for the form to show: of the kind `conflict` if somebody else has changed the same columns
 * meanwhile. Lists are refetched, also after a failure, for the form to show what is stored.
 */
export function useSaveRow<T extends Table>(table: T) {
  const queries = useQueryClient();
  return useMutation({
    networkMode: 'always', // offline, fail at once instead of waiting
    mutationFn: ({ shown, set }: Saved<T>) =>
      shown === undefined ? insertRow(table, set) : updateUnlessChanged(table, shown, set),
    onSettled: () => refresh(queries, [table]),
  });
}
