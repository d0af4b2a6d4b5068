import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button';
import { useOnline } from '../../ui/use-online';
import { ScreenLoadError } from './screen-modules';
import { useRetryFetch } from './use-retry-fetch';

type Props = {
  error: unknown;
  onRetry: () => void;
  /** Fetches a screen that failed to load. */
  onFetch: () => Promise<unknown>;
  /** Called after a successful fetch. */
  onFetched: () => void;
};

/** Shown for a screen that failed to load, or that threw an error. */
export function ScreenFailure({ error, onRetry, onFetch, onFetched }: Props) {
  const { t } = useTranslation(['admin', 'site']);
  const isOnline = useOnline();
  const isMissing = error instanceof ScreenLoadError;
  useRetryFetch(isMissing, onFetch, onFetched);
  const missingText = isOnline ? t('admin:screen.online') : t('admin:screen.offline');
  return (
    <section role="alert" className="grid justify-items-start gap-4 py-10">
      <h1 className="display text-heading">
        {isMissing ? t('admin:screen.failed') : t('admin:screen.broken')}
      </h1>
      <p className="measure">{isMissing ? missingText : t('admin:screen.brokenText')}</p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onRetry}>{t('site:retry')}</Button>
        {/* After a release the script has another name, which only a reloaded page knows. */}
        <Button look="line" onClick={() => window.location.reload()}>
          {t('site:error.reload')}
        </Button>
      </div>
    </section>
  );
}
