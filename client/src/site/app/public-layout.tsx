import { useEffect, useState } from 'react';
import { Outlet, useLocation, type NavigationType } from 'react-router';
import { AltitudeRuler } from '@/shared/art/altitude-ruler';
import { useSettings } from '@/shared/settings/use-settings';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { writeToAddress } from '@/shared/i18n/language';
import { BackToTop } from '@/shared/ui/back-to-top';
import { lazyComponent } from '@/shared/ui/lazy';
import { SiteTitleContext } from '@/shared/ui/page-head';
import { useScrollPosition } from '@/shared/ui/use-scroll-position';
import { whenIdle } from '@/shared/ui/when-idle';
import { SiteFooter } from './site-footer';
import { SiteHeader } from './site-header';

type Props = {
  /** Navigation type by which the shown location was reached. */
  type: NavigationType;
  /** Whether the next page is loading, and whether it failed to load. */
  isOpening: boolean;
  isFailed: boolean;
};

/** Header, page and footer. Fetches the settings for every page. */
export function PublicLayout({ type, isOpening, isFailed }: Props) {
  const { t } = useTranslation();
  const settings = useSettings();
  const language = useLanguage();
  useEachRoute(type, isFailed);
  return (
    <SiteTitleContext value={settings.siteTitle[language]}>
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
    </SiteTitleContext>
  );
}

// Keeps the scroll position of each page, and adds the language to its address if the link had none.
function useEachRoute(type: NavigationType, isFailed: boolean): void {
  const { pathname, search } = useLocation();
  const language = useLanguage();
  // A page that loads after a failure starts at the top too.
  useScrollPosition(isFailed ? `${pathname} failed` : pathname, type);
  useEffect(() => {
    if (!new URLSearchParams(search).has('lang', language)) writeToAddress(language);
  }, [pathname, search, language]);
}

/** A progress line at the top while a page loads; visible after 150 ms (frame.css). */
function ProgressLine() {
  const { t } = useTranslation();
  return (
    <div role="status" className="progress-line">
      <span className="sr-only">{t('nav.loading')}</span>
    </div>
  );
}

const Extras = lazyComponent(() => import('./extras').then((m) => m.Extras), null, LoadLater);

const retryMs = 30_000; // `online` may not fire, or before requests succeed

/** Loads the extras again when the network may be back: they send the orders that wait for it. */
function LoadLater({ onRetry }: { onRetry: () => void }) {
  useEffect(() => {
    const timer = setTimeout(onRetry, retryMs);
    addEventListener('online', onRetry);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', onRetry);
    };
  }, [onRetry]);
  return null;
}

/** Lazy-loads the extras when the page has loaded and the browser is idle. */
function IdleExtras() {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    const waitForIdle = () => void whenIdle(() => setIdle(true));
    if (document.readyState === 'complete') waitForIdle();
    else addEventListener('load', waitForIdle, { once: true });
  }, []);
  return isIdle && <Extras />;
}
