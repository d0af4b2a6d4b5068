import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { showAdmin } from '@tests/admin-page';
import { created, serve } from '@tests/page';
import { user } from '@tests/user';
import { Failure } from '@/shared/api/failures';
import { ListFrame, useIsPlaceholderData } from './list-frame';

const refetch = vi.fn<() => Promise<void>>();
const reset = vi.fn<() => void>();
const failure = new Failure('network', '', 'no answer');

type Found = { data: string[] | undefined; error: unknown; isPlaceholderData: boolean };
const found: Found = { data: ['one'], error: null, isPlaceholderData: false };

function Rows({ rows }: { rows: string[] }) {
  const stale = useIsPlaceholderData();
  return <p>{stale ? `still ${rows.join()}` : rows.join()}</p>;
}

const frame = (state: Partial<Found>, onReset?: () => void) =>
  showAdmin(
    <ListFrame
      found={{ ...found, ...state, refetch }}
      failed="The orders could not be loaded."
      empty="No orders found"
      isEmpty={(rows) => rows.length === 0}
      onReset={onReset}
      emptyAction={<button type="button">Add one</button>}
    >
      {(rows) => <Rows rows={rows} />}
    </ListFrame>,
  );

beforeEach(async () => {
  refetch.mockReset();
  reset.mockReset();
  await serve(created);
});

describe('a list', () => {
  it('is waited for', () => {
    frame({ data: undefined });
    expect(screen.getByRole('status')).toHaveTextContent('Loading...');
  });

  it('that could not be loaded says so and is tried again', async () => {
    frame({ data: undefined, error: failure });
    expect(screen.getByRole('alert')).toHaveTextContent(
      'The orders could not be loaded. We could not reach the server.',
    );
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(refetch).toHaveBeenCalledOnce();
  });

  it('that could not be asked for again stays, and may be old', () => {
    frame({ error: failure });
    expect(screen.getByText('one')).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('What you see may be out of date.');
  });

  it('knows that its rows are those of the last question', () => {
    frame({ isPlaceholderData: true });
    expect(screen.getByText('still one')).toBeVisible();
  });

  it('that is empty says so, and what can be done', () => {
    frame({ data: [] });
    expect(screen.getByRole('status')).toHaveTextContent('No orders found');
    expect(screen.getByRole('button', { name: 'Add one' })).toBeVisible();
  });

  it('that is empty because of a search leads back to all', async () => {
    frame({ data: [] }, reset);
    await user.click(screen.getByRole('button', { name: 'Clear search and filters' }));
    expect(reset).toHaveBeenCalledOnce();
    expect(screen.queryByRole('button', { name: 'Add one' })).toBeNull();
  });
});
