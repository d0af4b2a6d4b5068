import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Relation, Table } from './any-table';
import { dropCached, refresh } from './cached-rows';
import { deleteRow } from './row-calls';
import { useErrorToast } from './use-error-toast';

type Options = {
  /** What did not happen, in words: 'Failed to delete post'. Why is added to it. */
  failed?: string;
  /** Views that show rows of the table under the same ids. */
  alsoIn?: readonly Relation[];
  onDone?: (id: string) => void;
};

/**
 * Deletes a row by its id, once somebody has confirmed it (use-confirm). It leaves every list when
 * the server has agreed; a refusal is said.
 */
export function useDeleteRow(table: Table, { failed, alsoIn = [], onDone }: Options = {}) {
  const queries = useQueryClient();
  const showError = useErrorToast();
  const relations = [table, ...alsoIn];
  return useMutation({
    mutationFn: (id: string) => deleteRow(table, id),
    onSuccess: (_nothing, id) => {
      dropCached(queries, relations, id);
      onDone?.(id);
      return refresh(queries, relations);
    },
    onError: (error) => showError(failed, error),
  });
}
