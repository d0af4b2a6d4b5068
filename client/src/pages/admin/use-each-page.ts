import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useLanguage } from '../../i18n';
import { writeToAddress } from '../../i18n/language';
import { useScrollToTop } from '../../ui/use-scroll-to-top';

/**
 * A new page starts at its top, and every address names the language, also after a redirect. What only
 * got another address is no new page: its location says in `state.page` which one it still is.
 */
export function useEachPage(): void {
  const { pathname, search, state } = useLocation();
  const language = useLanguage();
  useScrollToTop(pageIn(state) ?? pathname);
  useEffect(() => writeToAddress(language), [pathname, search, language]);
}

const pageIn = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'page' in state && typeof state.page === 'string'
    ? state.page
    : undefined;
