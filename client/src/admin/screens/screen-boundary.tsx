import { Component, useEffect, type ReactNode } from 'react';
import { useTranslation } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { useOnline } from '@/shared/ui/use-online';
import { ScreenLoadError } from './screen-modules';

type Props = {
  /** Called before the screen is rendered again. */
  onRetry: () => void;
  children: ReactNode;
};

/** The error boundary of a screen: the menu and all other screens keep working. */
export class ScreenBoundary extends Component<Props, { error: unknown }> {
  override state = { error: undefined };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error: error ?? new Error('nothing was thrown') };
  }

  readonly retry = (): void => {
    this.props.onRetry();
    this.setState({ error: undefined });
  };

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return <ScreenFailure error={error} onRetry={this.retry} />;
  }
}

type FailureProps = { error: unknown; onRetry: () => void };

/** Shown for a screen that failed to load, or that threw an error. */
function ScreenFailure({ error, onRetry }: FailureProps) {
  const { t } = useTranslation(['admin', 'site']);
  const isOnline = useOnline();
  const isMissing = error instanceof ScreenLoadError;
  useEffect(() => {
    if (!isMissing) return undefined;
    window.addEventListener('online', onRetry);
    return () => window.removeEventListener('online', onRetry);
  }, [isMissing, onRetry]);
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
