import { useEffect } from 'react';
import { useLanguage } from '@/shared/i18n';
import { loadPage, routeOf } from './page-modules';

const events = ['pointerover', 'focusin', 'touchstart'];

/** Prefetches a page on hover, focus or touch of a link to it. */
export function useLinkPrefetch(): void {
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
