import { useAdminAuth } from '@/admin/features/auth/use-admin-auth';
import { MessageInbox } from '@/admin/features/inbox/message-inbox';
import { SubmissionInbox } from '@/admin/features/inbox/submission-inbox';
import { useTranslation } from '@/shared/i18n';
import { PageHeading } from './page-heading';

/** The messages of the contact form. */
export function ContactPage() {
  const { t } = useTranslation('admin-inbox');
  return (
    <>
      <PageHeading title={t('contact.title')} />
      <MessageInbox me={useMe()} />
    </>
  );
}

/** The signed-in admin: id of the row in admin_users, and name for replies ('' if not set). */
function useMe(): { id: string; name: string } {
  const { adminUser } = useAdminAuth();
  return { id: adminUser?.id ?? '', name: adminUser?.full_name?.trim() ?? '' };
}

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
