import { useTranslation } from '@/shared/i18n';
import { FlatPlain } from '@/shared/art/flat-plain';
import { CachedPages } from '@/site/features/offline/cached-pages';
import { replaceUrl, useOpenWhenOnline } from '@/site/features/offline/use-open-when-online';
import { Button } from '@/shared/ui/button';
import { useSearchState } from '@/shared/ui/use-search-state';
import { PageHead } from '@/shared/ui/page-head';

/** Shown by the service worker for a page that is not cached. Opens that page once online. */
export function OfflinePage() {
  const { t } = useTranslation();
  const wanted = useWantedPage();
  useOpenWhenOnline(wanted);
  return (
    <section className="relative isolate grid min-h-svh content-center gap-6 gutter pt-36 pb-24">
      <PageHead title={t('offline.title')} noindex />
      <FlatPlain className="absolute inset-x-0 bottom-0 -z-10 h-1/3 w-full text-muted opacity-60" />
      <p className="label font-bold text-accent">{t('offline.label')}</p>
      <h1 className="display text-heading">{t('offline.title')}</h1>
      <p className="measure text-lead">{t('offline.text')}</p>
      <Button className="mb-8 justify-self-start" onClick={() => replaceUrl(wanted ?? '/')}>
        {t('retry')}
      </Button>
      <CachedPages />
    </section>
  );
}

// The service worker passes the requested path in `from`. Only paths of this site are followed; without
// one the user has opened the offline page itself.
function useWantedPage(): string | undefined {
  const [search] = useSearchState();
  const from = search.get('from') ?? '';
  return /^\/(?![/\\])/.test(from) ? from : undefined;
}
