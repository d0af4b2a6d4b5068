import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useUndo } from '@/admin/kit/undo';
import type { Relation, Table } from '@/shared/api/tables';
import { dropCached, refresh } from './cached-rows';
import { deleteRow } from './row-calls';
import { useErrorToast } from './use-error-toast';
import { fetchTrashEntry, useRestore } from './use-restore';

type Options = {
  /** The error message without its reason: 'Failed to delete post'. The reason is appended. */
  failed?: string;
  /** Text of the toast after success, with an undo: for a table whose deleted rows are in the trash. */
  deleted?: string;
  /** Views that contain rows of the table with the same ids. */
  alsoIn?: readonly Relation[];
  onDone?: (id: string) => void;
};

/**
 * Deletes a row by its id, after a confirm dialog (useConfirm). It is removed from all lists after success;
 * a failure shows an error toast.
 */
export function useDeleteRow(table: Table, options: Options = {}) {
  const { failed, deleted, alsoIn = [], onDone } = options;
  const queries = useQueryClient();
  const showError = useErrorToast();
  const offerUndo = useUndo();
  const restore = useRestore();
  const relations = [table, ...alsoIn];
  const undo = async (id: string) => {
    try {
      const entry = await fetchTrashEntry(table, id);
      if (entry !== undefined) restore.mutate(entry);
    } catch (error) {
      showError(undefined, error);
    }
  };
  return useMutation({
    mutationFn: (id: string) => deleteRow(table, id),
    onSuccess: (_nothing, id) => {
      dropCached(queries, relations, id);
      if (deleted !== undefined) offerUndo(deleted, () => void undo(id));
      onDone?.(id);
      return refresh(queries, relations);
    },
    onError: (error) => showError(failed, error),
  });
}
