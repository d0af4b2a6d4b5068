import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { InsertOf, Table, UpdateOf } from './any-table';
import { insertRow, updateRow } from './row-calls';

type Saved<T extends Table> =
  { id: string; set: UpdateOf<T> } | { id?: undefined; set: InsertOf<T> };

/**
 * Writes what a form holds: a new row, or with an `id` that row anew. `mutateAsync` gives the row as
 * the server has it, or throws the Failure: to say it is the form's affair. Lists are asked for anew.
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
