import { useExpeditions } from '@/site/features/expeditions/use-expeditions';
import { NotFoundLayout } from '@/shared/ui/not-found-layout';
import { PeakLinks } from '@/site/features/site-search/peak-links';
import { SiteSearch } from '@/site/features/site-search/site-search';
import { useTranslation } from '@/shared/i18n';
import { PageHead } from '@/shared/ui/page-head';

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
