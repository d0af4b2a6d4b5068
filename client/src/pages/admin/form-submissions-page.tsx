import { useTranslation } from 'react-i18next';
import { SubmissionInbox } from '../../features/admin-inbox/submission-inbox';
import { PageHeading } from './page-heading';
import { useMe } from './use-me';

/** The submissions of all forms of the site. */
export function FormSubmissionsPage() {
  const { t } = useTranslation('admin-inbox');
  return (
    <>
      <PageHeading title={t('submissions.title')} />
      <SubmissionInbox me={useMe()} />
    </>
  );
}
