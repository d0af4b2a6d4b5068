import { useEffect } from 'react';
import { useLanguage } from '../i18n';
import { loadPage, routeOf } from './page-modules';

const signs = ['pointerover', 'focusin', 'touchstart'];

/** Fetches a page as soon as somebody is about to follow the link to it. */
export function useLinkPrefetch(): void {
  const language = useLanguage();
  useEffect(() => {
    const open = ({ target }: Event) => {
      const pathname = target instanceof Element ? pathOf(target.closest('a[href]')) : undefined;
      if (pathname === undefined) return;
      loadPage(routeOf(pathname), language).catch(() => undefined); // the click will ask again, and say so
    };
    const passive = { passive: true };
    signs.forEach((sign) => document.addEventListener(sign, open, passive));
    return () => signs.forEach((sign) => document.removeEventListener(sign, open));
  }, [language]);
}

const pathOf = (link: Element | null): string | undefined =>
  link instanceof HTMLAnchorElement && link.origin === window.location.origin
    ? link.pathname
    : undefined;
