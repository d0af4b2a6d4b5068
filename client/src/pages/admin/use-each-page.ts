import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useLanguage } from '../../i18n';
import { writeToAddress } from '../../i18n/language';
import { useScrollToTop } from '../../ui/use-scroll-to-top';

/**
 * After navigation, scrolls to the top; after every URL change, writes the language into the URL. A
 * change that keeps `state.page` is the same page and does not scroll.
 */
export function useNavigationEffects(): void {
  const { pathname, search, state } = useLocation();
  const language = useLanguage();
  useScrollToTop(pageIn(state) ?? pathname);
  useEffect(() => writeToAddress(language), [pathname, search, language]);
}

const pageIn = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'page' in state && typeof state.page === 'string'
    ? state.page
    : undefined;
