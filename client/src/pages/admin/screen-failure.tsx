import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button';
import { useOnline } from '../../ui/use-online';
import { ScreenMissing } from './screen-modules';
import { useFetchAgain } from './use-fetch-again';

type Props = {
  error: unknown;
  onRetry: () => void;
  /** Fetches a screen that did not arrive. */
  onFetch: () => Promise<unknown>;
  /** Called when that has brought it. */
  onFetched: () => void;
};

/** In the place of a screen that did not arrive, or that broke. */
export function ScreenFailure({ error, onRetry, onFetch, onFetched }: Props) {
  const { t } = useTranslation(['admin', 'site']);
  const isOnline = useOnline();
  const isMissing = error instanceof ScreenMissing;
  useFetchAgain(isMissing, onFetch, onFetched);
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
