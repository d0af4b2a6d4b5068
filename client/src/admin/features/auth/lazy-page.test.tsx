import type { ComponentType } from 'react';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { showAdmin } from '@tests/admin-page';
import { rows, serve } from '@tests/page';
import { user } from '@tests/user';
import { lazyPage } from './lazy-page';

it('a page that fails to load says so, and loads at the retry', async () => {
  await serve(rows([]));
  const load = vi
    .fn<() => Promise<ComponentType>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    .mockResolvedValueOnce(() => <h1>Arrived</h1>);
  const Page = lazyPage(load);
  showAdmin(<Page />);
  expect(screen.getByRole('status')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Arrived' })).toBeVisible();
});
