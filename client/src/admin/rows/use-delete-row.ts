import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Relation, Table } from '@/api/tables';
import { dropCached, refresh } from './cached-rows';
import { deleteRow } from './row-calls';
import { useErrorToast } from './use-error-toast';

type Options = {
  /** The error message without its reason: 'Failed to delete post'. The reason is appended. */
  failed?: string;
  /** Views that contain rows of the table with the same ids. */
  alsoIn?: readonly Relation[];
  onDone?: (id: string) => void;
};

/**
 * Deletes a row by its id, after a confirm dialog (useConfirm). It is removed from all lists after success;
 * a failure shows an error toast.
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
