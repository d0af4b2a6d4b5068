import { useMemo } from 'react';
import * as z from 'zod/mini';
import { useConfirm } from '@/admin/kit/confirm';
import { Drawer } from '@/admin/kit/drawer';
import { AdminForm } from '@/admin/kit/form/admin-form';
import { FormSwitch } from '@/admin/kit/form/form-choice';
import { isRowId } from '@/admin/kit/row-id';
import { useOpenedRow } from '@/admin/kit/rows/use-opened-row';
import { useRetainedRow } from '@/admin/kit/rows/use-retained-row';
import { RecordHistory } from '@/admin/kit/record-history';
import { useOpenRow } from '@/admin/kit/use-open-row';
import { useTranslation } from '@/shared/i18n';
import { notify } from '@/shared/ui/toast';
import { AdminFields } from './admin-fields';
import { adminName, roleOf, type AdminRecord, type Viewer } from './admin-record';
import { nameSchema, roleSchema } from './new-admin';
import { useAdminProblem } from './use-admin-problem';
import { useSaveAdmin } from './use-save-admin';

type Props = {
  /** The rows of the list; undefined while it loads. */
  admins: readonly AdminRecord[] | undefined;
  viewer: Viewer;
};

/** The drawer to edit the admin in the URL, also if they are on another page of the list. */
export function EditAdminDrawer({ admins, viewer }: Props) {
  const { t } = useTranslation('admin-users');
  const { opened, close, steps } = useOpenRow(admins ?? []);
  // Other drawers of the page are open at `new` and `invite`.
  const isRow = opened !== undefined && isRowId(opened);
  const found = useOpenedRow('admin_users', admins, isRow ? opened : undefined);
  const { row: admin, isDeleted } = useRetainedRow(found.row, opened);
  return (
    <Drawer
      open={admin !== undefined}
      onClose={close}
      isDeleted={isDeleted}
      steps={steps}
      row={admin?.id}
      title={<bdi>{admin && t('editTitle', { name: adminName(admin) })}</bdi>}
    >
      {admin && (
        <div key={admin.id} className="grid gap-4">
          <EditAdminForm admin={admin} viewer={viewer} onSaved={close} />
          <RecordHistory table="admin_users" id={admin.id} />
        </div>
      )}
    </Drawer>
  );
}

type FormProps = { admin: AdminRecord; viewer: Viewer; onSaved: () => void };

function EditAdminForm({ admin, viewer, onSaved }: FormProps) {
  const { t } = useTranslation('admin-users');
  const { schema, save, failed } = useAdminEdit(admin, viewer);
  const { email, full_name: name, active } = admin;
  const role = roleOf(admin);
  // Memoized, so that a refetch of the list does not reset the form.
  const defaults = useMemo(
    () => ({ email, full_name: name ?? '', role, active }),
    [email, name, role, active],
  );
  return (
    <AdminForm
      schema={schema}
      defaults={defaults}
      record={{ table: 'admin_users', ids: [admin.id] }}
      save={t('save')}
      failed={failed}
      onSave={save}
      onSaved={onSaved}
      onCancel={onSaved}
    >
      <AdminFields emailHint={t('hints.emailFixed')} emailReadOnly />
      <FormSwitch name="active" label={t('fields.active')} hint={t('hints.active')} />
    </AdminForm>
  );
}

/** Thrown if the user cancels the loss of the own rights. */
class Cancelled extends Error {}

function useAdminEdit(admin: AdminRecord, viewer: Viewer) {
  const { t } = useTranslation('admin-users');
  const put = useSaveAdmin({ networkMode: 'always' });
  const problem = useAdminProblem();
  const confirm = useConfirm();
  const schema = useMemo(
    () =>
      z.object({
        email: z.string(),
        full_name: nameSchema(t('problems.nameLong')),
        role: roleSchema,
        active: z.boolean(),
      }),
    [t],
  );
  const isSelf = admin.id === viewer.id;
  const lossOf = (values: z.output<typeof schema>): 'deactivate' | 'demote' | undefined => {
    if (!isSelf) return undefined;
    if (!values.active) return 'deactivate';
    return values.role === 'super_admin' ? undefined : 'demote';
  };
  const save = async (
    values: z.output<typeof schema>,
    { changed }: { changed: Partial<z.output<typeof schema>> },
  ) => {
    const loss = lossOf(values);
    if (loss !== undefined) {
      const asked = { question: t(`self.${loss}`), action: t(`self.${loss}Action`) };
      if (!(await confirm({ ...asked, tone: 'bad' }))) throw new Cancelled();
    }
    if (Object.keys(changed).length > 0) await put.mutateAsync({ admin, set: changed });
    notify('good', t('said.saved', { name: values.full_name ?? admin.email }), { ms: 6000 });
    if (isSelf) viewer.onSelf();
  };
  const failed = (error: unknown) =>
    error instanceof Cancelled ? t('self.kept') : problem('updating', error);
  return { schema, save, failed };
}
