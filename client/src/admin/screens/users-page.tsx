import { useMemo } from 'react';
import { useOpenRow } from '@/admin/kit/use-open-row';
import { useAdminAuth } from '@/admin/features/auth/use-admin-auth';
import { AddAdminDrawer } from '@/admin/features/users/add-admin-drawer';
import { AdminUsersList } from '@/admin/features/users/admin-users-list';
import { InviteAdminDrawer } from '@/admin/features/users/invite-admin-drawer';
import { useTranslation } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { Notice } from '@/shared/ui/notice';
import { PageHeading } from './page-heading';

const none: [] = [];

/** The list of admins. Only super admins add, change and delete them. */
export function UsersPage() {
  const { t } = useTranslation('admin-users');
  const { adminUser, recheck } = useAdminAuth();
  const { open } = useOpenRow(none);
  const id = adminUser?.id ?? '';
  const isSuper = adminUser?.role === 'super_admin';
  const viewer = useMemo(() => ({ id, isSuper, onSelf: recheck }), [id, isSuper, recheck]);
  return (
    <>
      <PageHeading title={t('title')}>
        {isSuper && (
          <div className="flex flex-wrap gap-3">
            <Button onClick={() => open('invite')}>{t('invite.title')}</Button>
            <Button look="line" onClick={() => open('new')}>
              {t('add')}
            </Button>
          </div>
        )}
      </PageHeading>
      {!isSuper && (
        <Notice tone="plain" className="mb-6">
          {t('notSuper')}
        </Notice>
      )}
      <AdminUsersList viewer={viewer} />
      {isSuper && <InviteAdminDrawer />}
      {isSuper && <AddAdminDrawer />}
    </>
  );
}
