import { useAdminAuth } from '@/admin/features/auth/use-admin-auth';
import { SettingsScreen } from '@/admin/features/settings/settings-screen';
import { useTranslation } from '@/shared/i18n';
import { PageHeading } from './page-heading';

/** The settings of the site. */
export function SettingsPage() {
  const { t } = useTranslation('admin-settings');
  const { adminUser } = useAdminAuth();
  return (
    <>
      <PageHeading title={t('title')} />
      <SettingsScreen isSuper={adminUser?.role === 'super_admin'} />
    </>
  );
}
