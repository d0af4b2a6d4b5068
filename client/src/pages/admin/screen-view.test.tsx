import { act, fireEvent, render, screen } from '@testing-library/react';
import { FileText } from 'lucide-react';
import { Suspense } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { startI18n } from '../../i18n';
import { ScreenView } from './screen-view';
import type { Screen } from './screens';

const Page = () => <h1>Arrived</h1>;
function Broken(): never {
  throw new Error('a mistake');
}

let at = 0;
const screenOf = (page: Screen['page']): Screen => ({
  path: `/admin/test-${at++}`, // what has arrived stays in memory
  label: 'blog',
  icon: FileText,
  words: [],
  page,
});
const view = (page: Screen['page']) =>
  render(
    <Suspense fallback="waiting">
      <ScreenView screen={screenOf(page)} />
    </Suspense>,
  );

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await startI18n(['site', 'admin']);
});

describe('a screen', () => {
  it('that does not arrive says so, and is fetched again when asked', async () => {
    const page = vi
      .fn<Screen['page']>()
      .mockRejectedValueOnce(new TypeError('Importing a module script failed.'))
      .mockResolvedValue(Page);
    await act(async () => void view(page));
    expect(screen.getByRole('alert')).toHaveTextContent('This screen could not be opened.');
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Try again' })));
    expect(screen.getByRole('heading')).toHaveTextContent('Arrived');
    expect(page).toHaveBeenCalledTimes(2);
  });

  it('that did not arrive for want of a network opens when there is one', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const page = vi
      .fn<Screen['page']>()
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
      .mockResolvedValue(Page);
    await act(async () => void view(page));
    expect(screen.getByRole('alert')).toHaveTextContent('There is no network.');
    await act(async () => void window.dispatchEvent(new Event('online')));
    expect(screen.getByRole('heading')).toHaveTextContent('Arrived');
  });

  it('that breaks is told apart from one that is missing', async () => {
    await act(async () => void view(() => Promise.resolve(Broken)));
    expect(screen.getByRole('alert')).toHaveTextContent('Something went wrong on this screen.');
  });
});
