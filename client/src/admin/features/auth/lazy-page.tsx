import type { ComponentType } from 'react';
import { useTranslation } from '@/shared/i18n';
import { FailureNotice } from '@/shared/ui/failure-notice';
import { lazyComponent } from '@/shared/ui/lazy';
import { Spinner } from '@/shared/ui/spinner';

/** Lazy-loads a page without the menu of the back-office. */
export const lazyPage = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazyComponent(load, <LoadingPage />, FailedPage);

/** A page while it loads. */
export function LoadingPage() {
  const { t } = useTranslation('admin');
  return (
    <main className="grid min-h-dvh place-items-center">
      <Spinner label={t('loading')} />
    </main>
  );
}

function FailedPage({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <main className="gutter grid min-h-dvh place-items-center">
      <FailureNotice text={t('failure.network')} retryLabel={t('retry')} onRetry={onRetry} />
    </main>
  );
}
