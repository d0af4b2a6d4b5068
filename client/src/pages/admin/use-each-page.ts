import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useLanguage } from '../../i18n';
import { writeToAddress } from '../../i18n/language';
import { usePageStart } from '../../ui/use-page-start';

/** A new page starts at its top, and every address names the language, also after a redirect. */
export function useEachPage(): void {
  const { pathname, search } = useLocation();
  const language = useLanguage();
  usePageStart(pathname);
  useEffect(() => writeToAddress(language), [pathname, search, language]);
}
