import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Update } from '@/shared/api/rows';
import { changeCached, cancelFetches, refresh } from '@/admin/kit/rows/cached-rows';
import { updateUnlessChanged } from '@/admin/kit/rows/write-unless-changed';
import type { AdminRecord } from './admin-record';

const table = 'admin_users';

type Change = { admin: AdminRecord; set: Update<typeof table> };

/**
 * Optimistic update of an admin record, with rollback. `mutateAsync` throws the failure for the form or the
 * switch to show; of the kind `conflict` if somebody else has changed the same since `admin` was shown.
 * Without a network it fails at once (`always`), or waits until there is one (`online`).
 */
export function useSaveAdmin({ networkMode }: { networkMode: 'always' | 'online' }) {
  const queries = useQueryClient();
  const show = ({ admin, set }: Change) =>
    changeCached(queries, [table], admin.id, (row) => ({ ...row, ...set }));
  return useMutation({
    scope: { id: table },
    networkMode,
    mutationFn: ({ admin, set }: Change) => updateUnlessChanged(table, admin, set),
    onMutate: async (change) => {
      await cancelFetches(queries, [table]);
      show(change);
    },
    onError: (_error, { admin }) => show({ admin, set: admin }),
    onSettled: () => refresh(queries, [table]),
  });
}
