import { useExpeditions } from '@/features/expeditions/use-expeditions';
import { NotFoundLayout } from '@/features/site-search/not-found-layout';
import { PeakLinks } from '@/features/site-search/peak-links';
import { SiteSearch } from '@/features/site-search/site-search';
import { useTranslation } from '@/i18n';
import { PageHead } from '@/ui/page-head';

/** The 404 page, with a search and links to the mountains. */
export function NotFoundPage() {
  const { t } = useTranslation();
  const peaks = useExpeditions();
  return (
    <>
      <PageHead title={t('head.notFound')} noindex />
      <NotFoundLayout
        label={t('notFound.label')}
        title={t('notFound.title')}
        text={t('notFound.text')}
        home={t('notFound.home')}
      >
        <SiteSearch peaks={peaks} />
        <PeakLinks label={t('notFound.peaks')} peaks={peaks} />
      </NotFoundLayout>
    </>
  );
}
