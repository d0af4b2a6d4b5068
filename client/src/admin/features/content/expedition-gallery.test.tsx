import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pageOf, showAdmin } from '@tests/admin-page';
import { libraryPicture } from '@tests/library-picture';
import { refused, rows, serve, type Server } from '@tests/page';
import { closeToasts, user } from '@tests/user';
import { ExpeditionGallery } from './expedition-gallery';

let server: Server;
/** The ids of the stored gallery. */
let stored: string[];
let onSave: () => Promise<Response>;

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  await import('@/admin/kit/pictures/picture-picker'); // it is loaded when it is opened
  stored = ['a', 'b'];
  onSave = () => Promise.resolve(new Response(null, { status: 204 }));
  server = await serve(rows([]));
  server.mockImplementation((address, { body }) => {
    const { pathname } = new URL(address);
    if (pathname.endsWith('/picture_list')) return pageOf([libraryPicture('c')])();
    if (pathname.endsWith('/expedition_pictures'))
      return rows(stored.map((id) => ({ picture: libraryPicture(id) })))();
    if (!pathname.endsWith('/save_expedition_gallery')) return rows([])();
    const { pictures } = JSON.parse(typeof body === 'string' ? body : '{}');
    return onSave().then((response) => {
      if (response.ok) stored = pictures;
      return response;
    });
  });
});
afterEach(closeToasts);

const open = async () => {
  showAdmin(<ExpeditionGallery expedition="k2" />);
  await screen.findByRole('heading', { name: 'Gallery' });
};
const shown = () =>
  screen
    .queryAllByRole('listitem')
    .map((item) => within(item).getByRole('img').getAttribute('alt'));
const saved = (): unknown[] =>
  server.mock.calls
    .filter(([url]) => url.endsWith('/save_expedition_gallery'))
    .map(([, { body }]) => JSON.parse(typeof body === 'string' ? body : '{}'));

it('takes a picture of the library, at the end', async () => {
  await open();
  await user.click(screen.getByRole('button', { name: 'Add a picture' }));
  await user.click(await screen.findByRole('button', { name: /A ridge, c/ }));
  await waitFor(() => expect(shown()).toEqual(['A ridge, a', 'A ridge, b', 'A ridge, c']));
  expect(saved()).toEqual([{ expedition_id: 'k2', pictures: ['a', 'b', 'c'], known: ['a', 'b'] }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('lets pictures go one after the other, and keeps the focus', async () => {
  await open();
  await user.click(screen.getByRole('button', { name: 'Remove A ridge, a from the gallery' }));
  expect(screen.getByRole('button', { name: 'Add a picture' })).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Remove A ridge, b from the gallery' }));
  expect(await screen.findByText('No pictures yet.')).toBeVisible();
  // The second is saved upon what the first has left.
  expect(saved()).toEqual([
    { expedition_id: 'k2', pictures: ['b'], known: ['a', 'b'] },
    { expedition_id: 'k2', pictures: [], known: ['b'] },
  ]);
});

it('says that another admin has changed it, and shows what it is now', async () => {
  await open();
  onSave = () => {
    stored = ['a', 'b', 'c'];
    return refused(409, 'PT409', 'the gallery has other pictures by now')();
  };
  await user.click(screen.getByRole('button', { name: 'Remove A ridge, a from the gallery' }));
  expect(
    await screen.findByText(/^Nothing was saved: somebody else saved a moment ago\./),
  ).toBeVisible();
  await waitFor(() => expect(shown()).toEqual(['A ridge, a', 'A ridge, b', 'A ridge, c']));
});

it('says that it could not be loaded, and tries again', async () => {
  server.mockImplementation(refused(400, 'PGRST100', 'no'));
  showAdmin(<ExpeditionGallery expedition="k2" />);
  expect(await screen.findByRole('alert')).toHaveTextContent('The gallery could not be loaded.');
  server.mockImplementation(rows([]));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No pictures yet.')).toBeVisible();
});
