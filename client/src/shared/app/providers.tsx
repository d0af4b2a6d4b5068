import { useEffect, useLayoutEffect, type ReactNode } from 'react';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { showLanguage } from '@/shared/i18n/language';
import { Toasts } from '@/shared/ui/toast';
import { ErrorBoundary } from '@/shared/ui/error-screen';
import { fillCache, type DehydratedState } from './dehydrated-state';

type Props = {
  queries: QueryClient;
  /**
   * Rows that the server wrote into the page. Of a page that the build rendered they are not part of the first render,
   * which must match its HTML, but are in the cache before any query runs.
   */
  served?: DehydratedState;
  /** Time of the read, in Unix milliseconds. Defaults to now. */
  updatedAt?: number;
  children: ReactNode;
};

/** The providers of every page: query cache, toasts, error boundary. Sets the language of the document. */
export function Providers({ queries, served = [], updatedAt, children }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  // In the commit that changes the texts: English is never shown from right to left.
  useLayoutEffect(() => showLanguage(language), [language]);
  // Layout effects run before the effects in which useQuery fetches.
  useLayoutEffect(() => fillCache(queries, served, updatedAt), [queries, served, updatedAt]);
  useEffect(markHydrated, []);
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queries}>
        {children}
        <Toasts closeLabel={t('close')} />
      </QueryClientProvider>
    </ErrorBoundary>
  );
}

// For replayEarlyEvents and the browser tests: from now on the controls work.
function markHydrated(): void {
  document.documentElement.dataset['live'] = '';
}
