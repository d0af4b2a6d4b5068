import { Component, type ErrorInfo, type ReactNode } from 'react';
import { useTranslation } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { lazyComponent } from '@/shared/ui/lazy';
import { redact } from './redact';

type State = { error: Error | undefined; stack: string };

/** An error boundary that shows the error screen. */
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

// Decoration only.
const FlatPlain = lazyComponent(() => import('@/shared/art/flat-plain').then((m) => m.FlatPlain));

// The details are the redacted message and the component stack.
function ErrorScreen({ error, stack }: { error: Error; stack: string }) {
  const { t } = useTranslation();
  return (
    <main
      role="alert"
      className="relative isolate gutter grid min-h-dvh content-center gap-6 overflow-clip py-16"
    >
      <FlatPlain className="absolute inset-x-0 bottom-0 -z-10 h-1/2 w-full text-muted" />
      <h1 className="display text-heading">{t('error.title')}</h1>
      <p className="measure text-lead">{t('error.text')}</p>
      <details className="measure">
        <summary className="min-h-11 py-2">{t('error.details')}</summary>
        <pre dir="ltr" className="coordinate max-h-[40dvh] overflow-auto py-3 whitespace-pre-wrap">
          {redact(`${error.message}${stack}`)}
        </pre>
      </details>
      <Button className="justify-self-start" onClick={() => window.location.reload()}>
        {t('error.reload')}
      </Button>
    </main>
  );
}
