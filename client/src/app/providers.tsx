import { useState, type ReactNode } from 'react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Toasts } from '../ui/toast';
import { ErrorBoundary } from './error-screen';

const minute = 60_000;

// supabase-js already repeats failed reads itself; a second layer would only multiply the waiting.
const newQueryClient = () =>
  new QueryClient({
    defaultOptions: { queries: { staleTime: minute, retry: false, refetchOnWindowFocus: false } },
  });

/** What every page stands in: server state, messages, and the screen for what nobody expected. */
export function Providers({ children }: { children: ReactNode }) {
  const [queries] = useState(newQueryClient);
  const { t } = useTranslation();
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queries}>
        {children}
        <Toasts closeLabel={t('close')} />
      </QueryClientProvider>
    </ErrorBoundary>
  );
}
