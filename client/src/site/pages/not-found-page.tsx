import { useExpeditions } from '@/site/features/expeditions/use-expeditions';
import { PeakLinks } from '@/site/features/site-search/peak-links';
import { SiteSearch } from '@/site/features/site-search/site-search';
import { useTranslation } from '@/shared/i18n';
import { NotFound } from '@/shared/ui/status-page';

/** The 404 page, with a search and links to the mountains. */
export function NotFoundPage() {
  const { t } = useTranslation();
  const peaks = useExpeditions();
  return (
    <NotFound>
      <SiteSearch peaks={peaks} />
      <PeakLinks label={t('notFound.peaks')} peaks={peaks} />
    </NotFound>
  );
}
