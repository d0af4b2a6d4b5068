import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Table } from '@/shared/api/tables';
import type { Insert } from '@/shared/api/rows';
import { refresh } from './cached-rows';
import { insertRow } from './row-calls';

/**
 * Inserts a row. `mutateAsync` returns the stored row or throws a Failure for the form to show. Lists and
 * counts of the table are refetched.
 */
export function useInsertRow<T extends Table>(table: T) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (values: Insert<T>) => insertRow(table, values),
    onSuccess: () => refresh(queries, [table]),
  });
}
