import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { InsertOf, Table } from './any-table';
import { insertRow } from './row-calls';

/**
 * Inserts a row. `mutateAsync` gives it as the server wrote it, or throws the Failure: to say it is
 * the form's affair. Lists and counts of the table are asked for anew.
 */
export function useInsertRow<T extends Table>(table: T) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (values: InsertOf<T>) => insertRow(table, values),
    onSuccess: () => queries.invalidateQueries({ queryKey: [table] }),
  });
}
