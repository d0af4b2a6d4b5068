import { Component, type ReactNode } from 'react';
import { ScreenFailure } from './screen-failure';

type Props = {
  /** Called before the screen is rendered again. */
  onRetry: () => void;
  /** Fetches a screen that failed to load, while the error is still shown. */
  onFetch: () => Promise<unknown>;
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

  readonly showFetched = (): void => this.setState({ error: undefined });

  readonly fetch = (): Promise<unknown> => this.props.onFetch();

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <ScreenFailure
        error={error}
        onRetry={this.retry}
        onFetch={this.fetch}
        onFetched={this.showFetched}
      />
    );
  }
}
