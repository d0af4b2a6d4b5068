import { useEffect } from 'react';
import { useTranslation } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { useOnline } from '@/shared/ui/use-online';

/** Shown if the script of a page failed to load; retries on request and when the network is back. */
export function PageFailure({ onRetry }: { onRetry: () => void }) {
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
