import { useTranslation } from 'react-i18next';
import { useOpenRow } from '../../admin/use-open-row';
import { Button } from '../../ui/button';
import { adminName, type AdminRecord, type Viewer } from './admin-record';
import { useDeleteAdmin } from './use-delete-admin';

const none: [] = [];

/** What a super admin can do with a record. */
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
