import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { show } from '@tests/page';
import { startI18n } from '@/shared/i18n';
import { user } from '@tests/user';
import { ErrorBoundary } from './error-screen';

function Broken({ message }: { message: string }): never {
  throw new Error(message);
}

const breakWith = (message: string) =>
  show(
    <ErrorBoundary>
      <Broken message={message} />
    </ErrorBoundary>,
  );

const reload = vi.fn<() => void>();

beforeEach(async () => {
  sessionStorage.clear();
  reload.mockClear();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(window.location, 'reload').mockImplementation(reload);
  await startI18n();
});

describe('the error screen', () => {
  it('shows a message and details, and reloads the page', async () => {
    breakWith('token=abc was refused');
    const screenShown = screen.getByRole('alert');
    expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
    expect(screenShown).toHaveTextContent("We're sorry, but something unexpected happened.");
    expect(screenShown).toHaveTextContent('token=… was refused');
    expect(screenShown).not.toHaveTextContent('abc');
    await user.click(screen.getByRole('button', { name: 'Reload Page' }));
    expect(reload).toHaveBeenCalledOnce();
  });
});
