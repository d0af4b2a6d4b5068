import { useTranslation } from 'react-i18next';
import { SubscriberList } from '../../features/admin-newsletter/subscriber-list';
import { PageHeading } from './page-heading';

/** The newsletter subscribers. */
export function NewsletterPage() {
  const { t } = useTranslation('admin-newsletter');
  return (
    <>
      <PageHeading title={t('title')} />
      <p className="-mt-3 mb-6 max-w-prose text-small text-muted">{t('lead')}</p>
      <SubscriberList />
    </>
  );
}
