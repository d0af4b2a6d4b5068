import { useEffect, useLayoutEffect, type ReactNode } from 'react';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Toasts } from '../ui/toast';
import { ErrorBoundary } from './error-screen';
import { fillCache, type DehydratedState } from './dehydrated-state';

type Props = {
  queries: QueryClient;
  /**
   * Answers that came with the page but are not in its first render, which must be the prerendered
   * one. They are in the cache before any question is asked.
   */
  served?: DehydratedState;
  children: ReactNode;
};

/** What every page stands in: server state, messages, and the screen for what nobody expected. */
export function Providers({ queries, served = [], children }: Props) {
  const { t } = useTranslation();
  // The cache is outside React; layout effects run before the effects in which useQuery asks.
  useLayoutEffect(() => fillCache(queries, served), [queries, served]);
  useEffect(markLive, []);
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queries}>
        {children}
        <Toasts closeLabel={t('close')} />
      </QueryClientProvider>
    </ErrorBoundary>
  );
}

// Tells whoever drives the page that its controls answer now: a rendered page can be seen before.
function markLive(): void {
  document.documentElement.dataset['live'] = '';
}
