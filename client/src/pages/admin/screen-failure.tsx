import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button';
import { useOnline } from '../../ui/use-online';
import { ScreenMissing } from './opened-screens';

type Props = { error: unknown; onRetry: () => void };

/** In the place of a screen that did not arrive, or that broke. */
export function ScreenFailure({ error, onRetry }: Props) {
  const { t } = useTranslation(['admin', 'site']);
  const isOnline = useOnline();
  const isMissing = error instanceof ScreenMissing;
  useRetryWhenOnline(isMissing, onRetry);
  const missingText = isOnline ? t('admin:screen.online') : t('admin:screen.offline');
  return (
    <section role="alert" className="grid justify-items-start gap-4 py-10">
      <h1 className="display text-heading">
        {isMissing ? t('admin:screen.failed') : t('admin:screen.broken')}
      </h1>
      <p className="measure">{isMissing ? missingText : t('admin:screen.brokenText')}</p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onRetry}>{t('site:retry')}</Button>
        {/* After a release a screen's script has another name, which only a new page knows. */}
        <Button look="line" onClick={() => window.location.reload()}>
          {t('site:error.reload')}
        </Button>
      </div>
    </section>
  );
}

function useRetryWhenOnline(isMissing: boolean, onRetry: () => void): void {
  useEffect(() => {
    if (!isMissing) return undefined;
    window.addEventListener('online', onRetry);
    return () => window.removeEventListener('online', onRetry);
  }, [isMissing, onRetry]);
}
