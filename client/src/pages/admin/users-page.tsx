import { useTranslation } from 'react-i18next';
import { useAdminAuth } from '../../features/admin-auth/use-admin-auth';
import { AddAdminDialog } from '../../features/admin-users/add-admin-dialog';
import { AdminUsersList } from '../../features/admin-users/admin-users-list';
import { Notice } from '../../ui/notice';
import { PageHeading } from './page-heading';

/** The admins: all admins see them, super admins add to them. */
export function UsersPage() {
  const { t } = useTranslation('admin');
  const { adminUser } = useAdminAuth();
  const isSuper = adminUser?.role === 'super_admin';
  return (
    <>
      <PageHeading title={t('users.title')}>{isSuper && <AddAdminDialog />}</PageHeading>
      {!isSuper && (
        <Notice tone="plain" className="mb-6">
          {t('users.problems.notSuper')}
        </Notice>
      )}
      <AdminUsersList />
    </>
  );
}
