import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { addressNow, showAdmin } from '@tests/admin-page';
import { rows, serve } from '@tests/page';
import { user } from '@tests/user';
import { ReviewDrawer } from './review-drawer';

const id = '00000000-0000-4000-8000-000000000001';
const review = { id, name: 'Salma', rating: 5, status: 'pending', comment_en: 'Up I went.' };

it('opens a review that is on another page of the list', async () => {
  await serve(rows([review]));
  showAdmin(<ReviewDrawer rows={[]} />, `/admin/book-reviews?open=${id}`);
  expect(await screen.findByRole('dialog', { name: 'Review of Salma' })).toBeVisible();
});

it.each([id, 'no-id'])('says that there is none of the id %s', async (gone) => {
  await serve(rows([]));
  showAdmin(<ReviewDrawer rows={[]} />, `/admin/book-reviews?status=pending&open=${gone}`);
  expect(await screen.findByRole('alert')).toHaveTextContent('This review could not be found.');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(addressNow()).toBe('/admin/book-reviews?status=pending'));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('asks for nothing while the list is on its way, nor for the form', async () => {
  const server = await serve(rows([]));
  showAdmin(<ReviewDrawer rows={undefined} />, `/admin/book-reviews?open=${id}`);
  showAdmin(<ReviewDrawer rows={[]} />, '/admin/book-reviews?open=new');
  await Promise.resolve();
  expect(server).not.toHaveBeenCalled();
});
