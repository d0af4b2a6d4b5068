import { useTranslation } from 'react-i18next';
import { MessageInbox } from '../../features/admin-inbox/message-inbox';
import { PageHeading } from './page-heading';
import { useMe } from './use-me';

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
