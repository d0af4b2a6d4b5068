import { useTranslation } from '@/shared/i18n';
import { CachedPages } from '@/site/features/offline/cached-pages';
import { replaceUrl, useOpenWhenOnline } from '@/site/features/offline/use-open-when-online';
import { Button } from '@/shared/ui/button';
import { useSearchState } from '@/shared/ui/use-search-state';
import { StatusPage } from '@/shared/ui/status-page';

/** Shown by the service worker for a page that is not cached. Opens that page once online. */
export function OfflinePage() {
  const { t } = useTranslation();
  const wanted = useWantedPage();
  useOpenWhenOnline(wanted);
  return (
    <StatusPage
      label={t('offline.label')}
      title={t('offline.title')}
      text={t('offline.text')}
      action={<Button onClick={() => replaceUrl(wanted ?? '/')}>{t('retry')}</Button>}
    >
      <CachedPages />
    </StatusPage>
  );
}

// The service worker passes the requested path in `from`. Only paths of this site are followed; without
// one the user has opened the offline page itself.
function useWantedPage(): string | undefined {
  const [search] = useSearchState();
  const from = search.get('from') ?? '';
  return /^\/(?![/\\])/.test(from) ? from : undefined;
}
