import { act, render, screen } from '@testing-library/react';
import { FileText } from 'lucide-react';
import { Suspense } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { user } from '@tests/user';
import { addCatalogues, startI18n } from '@/shared/i18n';
import { adminCatalogues } from '@/shared/i18n/admin-catalogues';
import { ScreenView } from './screen-view';
import type { Screen } from './screens';

const Page = () => <h1>Arrived</h1>;
function Broken(): never {
  throw new Error('a mistake');
}

let at = 0;
const screenOf = (page: Screen['page']): Screen => ({
  path: `/admin/test-${at++}`, // loaded screens are cached
  label: 'blog',
  icon: FileText,
  namespaces: [],
  page,
});
const view = (page: Screen['page']) =>
  render(
    <Suspense fallback="waiting">
      <ScreenView screen={screenOf(page)} />
    </Suspense>,
  );

beforeEach(async () => {
  sessionStorage.clear();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  addCatalogues(adminCatalogues);
  await startI18n(['site', 'admin']);
});

describe('a screen', () => {
  it('shows a load error, and can be fetched again', async () => {
    const page = vi
      .fn<Screen['page']>()
      .mockRejectedValueOnce(new TypeError('Importing a module script failed.'))
      .mockResolvedValue(Page);
    await act(async () => void view(page));
    expect(screen.getByRole('alert')).toHaveTextContent('This screen could not be opened.');
    // An awaited act: React suspends the screen in it.
    await act(() => user.click(screen.getByRole('button', { name: 'Try again' })));
    expect(screen.getByRole('heading')).toHaveTextContent('Arrived');
    expect(page).toHaveBeenCalledTimes(2);
  });

  it('that failed to load offline opens when online', async () => {
    const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const page = vi
      .fn<Screen['page']>()
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
      .mockResolvedValue(Page);
    await act(async () => void view(page));
    expect(screen.getByRole('alert')).toHaveTextContent('There is no network.');
    network.mockReturnValue(true);
    await act(async () => void window.dispatchEvent(new Event('online')));
    expect(screen.getByRole('heading')).toHaveTextContent('Arrived');
  });

  it('shows another message if it throws', async () => {
    await act(async () => void view(() => Promise.resolve(Broken)));
    expect(screen.getByRole('alert')).toHaveTextContent('Something went wrong on this screen.');
  });
});
