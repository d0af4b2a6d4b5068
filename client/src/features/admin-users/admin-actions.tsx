import { useTranslation } from 'react-i18next';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useOpenRow } from '../../admin/use-open-row';
import { Button } from '../../ui/button';
import { useConfirm } from '../../admin/confirm';
import { dropCached } from '../../admin/rows/cached-rows';
import { deleteRow } from '../../admin/rows/row-calls';
import { notify } from '../../ui/toast';
import { adminName, type AdminRecord, type Viewer } from './admin-record';
import { useAdminProblem } from './use-admin-problem';

const none: [] = [];

/** The actions of a super admin. */
export function AdminActions({ admin, viewer }: { admin: AdminRecord; viewer: Viewer }) {
  const { t } = useTranslation('admin-users');
  const { open } = useOpenRow(none);
  const remove = useDeleteAdmin(viewer);
  const name = adminName(admin);
  const small = 'px-3! lg:min-h-8! lg:py-1!';
  return (
    <div className="flex flex-wrap gap-2 lg:justify-end">
      <Button
        look="line"
        className={small}
        aria-label={t('editOf', { name })}
        onClick={() => open(admin.id)}
      >
        {t('edit')}
      </Button>
      <Button
        look="line"
        className={`${small} border-bad! text-bad! hover:bg-bad! hover:text-ground!`}
        aria-label={t('deleteOf', { name })}
        onClick={() => void remove(admin)}
      >
        {t('delete')}
      </Button>
    </div>
  );
}

const table = 'admin_users';

/** Deletes an admin after confirmation. For the own record the dialog shows the consequence. */
function useDeleteAdmin({ id: me, onSelf }: Viewer) {
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
