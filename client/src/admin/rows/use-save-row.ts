import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Table } from '@/api/tables';
import type { InsertOf, UpdateOf } from './any-table';
import { insertRow, updateRow } from './row-calls';

type Saved<T extends Table> =
  { id: string; set: UpdateOf<T> } | { id?: undefined; set: InsertOf<T> };

/**
 * Saves a form: inserts a row, or updates the row with `id`. `mutateAsync` returns the stored row or throws
 * a Failure for the form to show. Lists are refetched.
 */
export function useSaveRow<T extends Table>(table: T) {
  const queries = useQueryClient();
  return useMutation({
    scope: { id: table },
    mutationFn: ({ id, set }: Saved<T>) =>
      id === undefined ? insertRow(table, set) : updateRow(table, id, set),
    onSuccess: () => queries.invalidateQueries({ queryKey: [table] }),
  });
}
