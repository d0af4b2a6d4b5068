import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Update } from '../../api/rows';
import { changeCached } from '../../admin/rows/cached-rows';
import { updateRow } from '../../admin/rows/row-calls';
import type { AdminRecord } from './admin-record';

const table = 'admin_users';

type Change = { admin: AdminRecord; set: Update<typeof table> };

/**
 * Changes an admin's record: shown at once, taken back where the server refuses. What it refuses is
 * thrown by `mutateAsync`, for the form or the switch to say.
 */
export function useSaveAdmin() {
  const queries = useQueryClient();
  const show = ({ admin, set }: Change) =>
    changeCached(queries, [table], admin.id, (row) => ({ ...row, ...set }));
  return useMutation({
    scope: { id: table },
    networkMode: 'always', // an offline press must fail in words, not wait in silence
    mutationFn: ({ admin, set }: Change) => updateRow(table, admin.id, set),
    onMutate: async (change) => {
      await queries.cancelQueries({ queryKey: [table] });
      show(change);
    },
    onError: (_error, { admin }) => show({ admin, set: admin }),
    onSettled: () => queries.invalidateQueries({ queryKey: [table] }),
  });
}
