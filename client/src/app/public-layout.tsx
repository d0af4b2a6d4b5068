import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router';
import { AltitudeRuler } from '../art/altitude-ruler';
import { useSettings } from '../features/settings/use-settings';
import { useLanguage } from '../i18n';
import { writeToAddress } from '../i18n/language';
import { BackToTop } from '../ui/back-to-top';
import { Spinner } from '../ui/spinner';
import { usePageStart } from '../ui/use-page-start';
import { SiteFooter } from './site-footer';
import { SiteHeader } from './site-header';

/** Header, page and footer. Settings are read here once and are in the cache for every page. */
export function PublicLayout() {
  const { t } = useTranslation();
  const settings = useSettings();
  useEachRoute();
  return (
    <>
      <a
        href="#content"
        className="fixed start-4 top-0 z-50 -translate-y-full bg-accent px-4 py-3 text-accent-ink focus:translate-y-0"
      >
        {t('skip')}
      </a>
      <SiteHeader settings={settings} />
      <main id="content" tabIndex={-1} className="outline-none">
        <Suspense fallback={<Spinner label={t('loading')} className="gutter min-h-dvh pt-32" />}>
          <Outlet />
        </Suspense>
      </main>
      <SiteFooter settings={settings} />
      <AltitudeRuler />
      <BackToTop label={t('backToTop')} />
    </>
  );
}

// The address of each page names the language even where a link did not.
function useEachRoute(): void {
  const { pathname, search } = useLocation();
  const language = useLanguage();
  usePageStart(pathname);
  useEffect(() => {
    if (!new URLSearchParams(search).has('lang', language)) writeToAddress(language);
  }, [pathname, search, language]);
}
