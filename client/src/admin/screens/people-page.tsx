import { PersonScreen } from '@/admin/features/person/person-screen';
import { useTranslation } from '@/shared/i18n';
import { PageHeading } from './page-heading';

/** What is stored about a person: found, handed over, erased. */
export function PeoplePage() {
  const { t } = useTranslation('admin-people');
  return (
    <>
      <PageHeading title={t('title')} lead={t('lead')} />
      <PersonScreen />
    </>
  );
}
