import { useTranslation } from 'react-i18next';
import { SettingsDesk } from '../../features/admin-settings/settings-desk';
import { PageHeading } from './page-heading';

/** What the owner sets without a programmer. */
export function SettingsPage() {
  const { t } = useTranslation('desk-settings');
  return (
    <>
      <PageHeading title={t('title')} />
      <SettingsDesk />
    </>
  );
}
