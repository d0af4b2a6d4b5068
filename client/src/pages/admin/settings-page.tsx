import { useTranslation } from 'react-i18next';
import { SettingsScreen } from '../../features/admin-settings/settings-screen';
import { PageHeading } from './page-heading';

/** The settings of the site. */
export function SettingsPage() {
  const { t } = useTranslation('admin-settings');
  return (
    <>
      <PageHeading title={t('title')} />
      <SettingsScreen />
    </>
  );
}
