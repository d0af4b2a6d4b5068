import type { ComponentType } from 'react';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { showAdmin } from '@tests/admin-page';
import { serve } from '@tests/page';
import { user } from '@tests/user';
import { lazyBulkBar } from './lazy-bulk-bar';
import { useSelection } from './use-selection';

type Props = { list: { selection: ReturnType<typeof useSelection> } };

const load = vi.fn<() => Promise<ComponentType<Props>>>();
const Bar = lazyBulkBar(load);

function Rows() {
  const selection = useSelection('all');
  return (
    <>
      <button type="button" onClick={() => selection.setAll(['a', 'b'])}>
        Select
      </button>
      <Bar list={{ selection }} />
    </>
  );
}

it('a bulk bar that fails to load says so where rows are selected, and loads at the retry', async () => {
  await serve(() => Promise.resolve(Response.json([])));
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  load.mockResolvedValueOnce(({ list }) => <p>Confirm {list.selection.ids.join(' ')}</p>);
  showAdmin(<Rows />);
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce());
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Select' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The actions for the selected rows could not be loaded.',
  );
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Select' }));
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Confirm a b')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});
