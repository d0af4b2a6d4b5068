import { PersonScreen } from '@/admin/features/person/person-screen';
import { useTranslation } from '@/shared/i18n';
import { PageHeading } from './page-heading';

/** What is stored about a person: found, handed over, erased. */
export function PeoplePage() {
  const { t } = useTranslation('admin-people');
  return (
    <>
      <PageHeading title={t('title')} />
      <p className="-mt-3 mb-6 max-w-prose text-small text-muted">{t('lead')}</p>
      <PersonScreen />
    </>
  );
}
