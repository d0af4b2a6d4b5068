import { SubscriberList } from '@/admin/features/newsletter/subscriber-list';
import { useTranslation } from '@/shared/i18n';
import { LocalLink } from '@/shared/ui/local-link';
import { buttonClass } from '@/shared/ui/button';
import { PageHeading } from './page-heading';

/** The newsletter subscribers. */
export function NewsletterPage() {
  const { t } = useTranslation('admin-newsletter');
  return (
    <>
      <PageHeading title={t('title')} lead={t('lead')}>
        <LocalLink to="/admin/newsletters" className={buttonClass('line', 'lg:min-h-9')}>
          {t('list.link')}
        </LocalLink>
      </PageHeading>
      <SubscriberList />
    </>
  );
}
