import { Fragment, useEffect } from 'react';
import { Route, Routes } from 'react-router';
import { useTranslation, useLanguage } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { useOnline } from '@/shared/ui/use-online';
import { loadedPage, loadPage, routeOf } from './page-modules';
import { PublicLayout } from './public-layout';
import { useShownPage } from './use-shown-page';

/** The public site: all routes, including unknown ones, share one layout. */
export function PublicPages() {
  const { location, type, route, isOpening, isFailed, retry } = useShownPage();
  useLinkPrefetch();
  const page = isFailed ? undefined : loadedPage(route);
  // The key remounts the page when a parameter changes: /achievement/k2 has its own state.
  const content = (
    <Fragment key={location.pathname}>{page ?? <PageFailure onRetry={retry} />}</Fragment>
  );
  return (
    <Routes location={location}>
      <Route element={<PublicLayout {...{ type, isOpening, isFailed }} />}>
        <Route path={route.path} element={content} />
      </Route>
    </Routes>
  );
}

/** Shown if the script of a page failed to load; retries on request and when the network is back. */
function PageFailure({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation();
  const isOnline = useOnline();
  useEffect(() => {
    window.addEventListener('online', onRetry);
    return () => window.removeEventListener('online', onRetry);
  }, [onRetry]);
  return (
    <section className="grid min-h-[70svh] content-center gap-6 gutter py-32">
      <h1 className="display text-heading">{t('pageFailed.title')}</h1>
      <p role="status" className="measure text-lead">
        {isOnline ? t('pageFailed.text') : t('pageFailed.offline')}
      </p>
      <Button className="justify-self-start" onClick={onRetry}>
        {t('retry')}
      </Button>
    </section>
  );
}

const events = ['pointerover', 'focusin', 'touchstart'];

/** Prefetches a page on hover, focus or touch of a link to it. */
function useLinkPrefetch(): void {
  const language = useLanguage();
  useEffect(() => {
    const open = ({ target }: Event) => {
      const pathname = target instanceof Element ? pathOf(target.closest('a[href]')) : undefined;
      if (pathname === undefined) return;
      loadPage(routeOf(pathname), language).catch(() => undefined); // the navigation retries and shows the failure
    };
    const passive = { passive: true };
    events.forEach((type) => document.addEventListener(type, open, passive));
    return () => events.forEach((type) => document.removeEventListener(type, open));
  }, [language]);
}

const pathOf = (link: Element | null): string | undefined =>
  link instanceof HTMLAnchorElement && link.origin === window.location.origin
    ? link.pathname
    : undefined;
