import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../admin/confirm';
import { dropCached } from '../../admin/rows/cached-rows';
import { deleteRow } from '../../admin/rows/row-calls';
import { notify } from '../../ui/toast';
import { adminName, type AdminRecord, type Viewer } from './admin-record';
import { useAdminProblem } from './use-admin-problem';

const table = 'admin_users';

/** Asks, and deletes an admin for good where the answer is yes. Their own record says what follows. */
export function useDeleteAdmin({ id: me, onSelf }: Viewer) {
  const { t } = useTranslation('admin-users');
  const queries = useQueryClient();
  const problem = useAdminProblem();
  const confirm = useConfirm();
  const remove = useMutation({
    networkMode: 'always',
    mutationFn: ({ id }: AdminRecord) => deleteRow(table, id),
    onSuccess: (_nothing, admin) => {
      dropCached(queries, [table], admin.id);
      notify('good', t('said.deleted', { name: adminName(admin) }), { ms: 6000 });
      if (admin.id === me) onSelf();
      return queries.invalidateQueries({ queryKey: [table] });
    },
    onError: (error) => notify('bad', problem('deleting', error)),
  });
  return async (admin: AdminRecord) => {
    const yes = await confirm({
      question: t('deleteQuestion'),
      ...(admin.id === me && { detail: t('self.delete') }),
      action: t('delete'),
      tone: 'bad',
    });
    if (yes) remove.mutate(admin);
  };
}
