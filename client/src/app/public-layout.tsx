import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router';
import { AltitudeRuler } from '../art/altitude-ruler';
import { useSettings } from '../features/settings/use-settings';
import { useLanguage } from '../i18n';
import { writeToAddress } from '../i18n/language';
import { BackToTop } from '../ui/back-to-top';
import { WordmarkContext } from '../ui/page-head';
import { useScrollToTop } from '../ui/use-scroll-to-top';
import { IdleExtras } from './idle-extras';
import { ProgressLine } from './progress-line';
import { SiteFooter } from './site-footer';
import { SiteHeader } from './site-header';

type Props = {
  /** Whether the next page is on its way, and whether the one that was asked for did not arrive. */
  isOpening: boolean;
  isFailed: boolean;
};

/** Header, page and footer. Settings are read here once and are in the cache for every page. */
export function PublicLayout({ isOpening, isFailed }: Props) {
  const { t } = useTranslation();
  const settings = useSettings();
  useEachRoute(isFailed);
  return (
    <WordmarkContext value={settings.wordmark}>
      {isOpening && <ProgressLine />}
      <a
        href="#content"
        className="fixed start-4 top-0 z-50 -translate-y-full bg-accent px-4 py-3 text-accent-ink focus:translate-y-0"
      >
        {t('skip')}
      </a>
      <SiteHeader settings={settings} />
      <main id="content" tabIndex={-1} className="outline-none">
        <Outlet />
      </main>
      <SiteFooter settings={settings} />
      <AltitudeRuler />
      <IdleExtras />
      <BackToTop label={t('backToTop')} />
    </WordmarkContext>
  );
}

// The address of each page names the language even where a link did not.
function useEachRoute(isFailed: boolean): void {
  const { pathname, search, hash } = useLocation();
  const language = useLanguage();
  // A page that arrives at last begins like any other.
  useScrollToTop(isFailed ? `${pathname} failed` : pathname, hash);
  useEffect(() => {
    if (!new URLSearchParams(search).has('lang', language)) writeToAddress(language);
  }, [pathname, search, language]);
}
