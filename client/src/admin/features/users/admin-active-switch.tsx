import { useConfirm } from '@/admin/kit/confirm';
import { useUndo } from '@/admin/kit/undo';
import { Switch } from '@/admin/kit/switch';
import { useTranslation, type TFunction } from '@/shared/i18n';
import { notify } from '@/shared/ui/toast';
import { adminName, type AdminRecord, type Viewer } from './admin-record';
import { useAdminProblem } from './use-admin-problem';
import { useSaveAdmin } from './use-save-admin';

type Props = { admin: AdminRecord; viewer: Viewer };

/** The switch to activate or deactivate an admin; deactivating oneself asks for confirmation. */
export function AdminActiveSwitch({ admin, viewer }: Props) {
  const { t } = useTranslation('admin-users');
  const toggle = useToggleActive(viewer);
  return (
    <Switch
      label={t('activeOf', { name: adminName(admin) })}
      on={admin.active}
      onChange={(active) => void toggle(admin, active)}
    />
  );
}

function useToggleActive({ id: me, onSelf }: Viewer) {
  const { t } = useTranslation('admin-users');
  const save = useSaveAdmin({ networkMode: 'online' });
  const problem = useAdminProblem();
  const offerUndo = useUndo();
  const confirm = useConfirm();
  const put = async (admin: AdminRecord, active: boolean): Promise<boolean> => {
    try {
      await save.mutateAsync({ admin, set: { active } });
      return true;
    } catch (error) {
      notify('bad', problem('updating', error));
      return false;
    }
  };
  return async (admin: AdminRecord, active: boolean) => {
    const isSelf = admin.id === me;
    if (isSelf && !active && !(await confirm(ownDeactivation(t)))) return;
    if (!(await put(admin, active))) return;
    if (isSelf) return onSelf();
    const key = active ? 'said.activated' : 'said.deactivated';
    offerUndo(t(key, { name: adminName(admin) }), () => {
      void put({ ...admin, active }, !active);
    });
  };
}

const ownDeactivation = (t: TFunction<'admin-users'>) =>
  ({
    question: t('self.deactivate'),
    action: t('self.deactivateAction'),
    tone: 'bad',
  }) as const;
