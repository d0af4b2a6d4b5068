import { PersonScreen } from '@/admin/features/person/person-screen';
import { useTranslation } from '@/shared/i18n';
import { PageHeading } from './page-heading';

/** The data about a person: search, export, erasure. */
export function PeoplePage() {
  const { t } = useTranslation('admin-people');
  return (
    <>
      <PageHeading title={t('title')} lead={t('lead')} />
      <PersonScreen />
    </>
  );
}
