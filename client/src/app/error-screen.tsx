import { Component, type ErrorInfo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button';

type State = { error: Error | undefined; stack: string };

/** Catches what rendering throws and shows the error screen in its place. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: undefined, stack: '' };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidCatch(_error: Error, info: ErrorInfo): void {
    this.setState({ stack: info.componentStack ?? '' });
  }

  override render(): ReactNode {
    const { error, stack } = this.state;
    return error === undefined ? this.props.children : <ErrorScreen error={error} stack={stack} />;
  }
}

// The details are the message and the component names only: no values, so no tokens.
function ErrorScreen({ error, stack }: { error: Error; stack: string }) {
  const { t } = useTranslation();
  return (
    <main role="alert" className="gutter grid min-h-dvh content-center gap-6 py-16">
      <h1 className="display text-heading">{t('error.title')}</h1>
      <p className="measure text-lead">{t('error.text')}</p>
      <details className="measure">
        <summary className="py-2">{t('error.details')}</summary>
        <pre dir="ltr" className="coordinate overflow-auto whitespace-pre-wrap py-3">
          {error.message}
          {stack}
        </pre>
      </details>
      <Button className="justify-self-start" onClick={() => window.location.reload()}>
        {t('error.reload')}
      </Button>
    </main>
  );
}
