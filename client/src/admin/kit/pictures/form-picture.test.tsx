import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { pageOf, showAdmin } from '@tests/admin-page';
import { libraryPicture } from '@tests/library-picture';
import { refused, rows, serve, type Server } from '@tests/page';
import { AdminForm } from '@/admin/kit/form/admin-form';
import { enterText, user } from '@tests/user';
import { FormPicture } from './form-picture';

const old = '00000000-0000-4000-8000-000000000001';
const two = [
  libraryPicture('new'),
  libraryPicture(old, { name: 'old.jpg', alt_en: 'A ridge, old' }),
];

type Answer = (url: URL) => Promise<Response> | undefined;

let server: Server;
const save = vi.fn<(values: { picture_id: string }) => Promise<void>>();

/** The library has two pictures, unless `answer` answers otherwise. */
async function open(value: string, answer: Answer = () => undefined) {
  server = await serve(rows([]));
  server.mockImplementation((address) => {
    const url = new URL(address);
    const other = answer(url);
    if (other !== undefined) return other;
    if (url.pathname.endsWith('/picture_list')) return pageOf(two)();
    const id = url.searchParams.get('id')?.slice('eq.'.length);
    return rows(two.filter((each) => each.id === id))();
  });
  showAdmin(
    <AdminForm
      schema={z.object({ picture_id: z.string() })}
      defaults={{ picture_id: value }}
      onSave={save}
    >
      <FormPicture name="picture_id" label="Portrait" hint="Upright" />
    </AdminForm>,
  );
}

const field = () => within(screen.getByRole('group', { name: 'Portrait' }));
const press = (name: string) => user.click(field().getByRole('button', { name }));
const library = () => screen.findByRole('dialog', { name: 'Choose a picture' });

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
  history.replaceState(null, '', '/?lang=en');
  save.mockReset().mockResolvedValue();
});

describe('the picture field', () => {
  it('chooses a picture, which the form saves', async () => {
    await open('');
    expect(field().getByText('No picture chosen')).toBeVisible();
    expect(screen.getByRole('group', { name: 'Portrait' })).toHaveAccessibleDescription('Upright');
    await press('Choose a picture');
    await user.click(await within(await library()).findByRole('button', { name: /old/ }));
    expect(await field().findByText('A ridge, old')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(save).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(save).toHaveBeenCalledOnce());
    expect(save.mock.calls[0]?.[0]).toEqual({ picture_id: old });
  });

  it('marks the chosen picture in the library, and keeps it when the dialog is closed', async () => {
    await open(old);
    await press('Change the picture');
    const dialog = within(await library());
    expect(await dialog.findByRole('button', { name: /old/, pressed: true })).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await field().findByText('A ridge, old')).toBeVisible();
  });

  it('removes the picture, and the focus stays in the field', async () => {
    await open(old);
    await press('Remove the picture');
    expect(field().getByText('No picture chosen')).toBeVisible();
    expect(field().getByRole('button', { name: 'Choose a picture' })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(save).toHaveBeenCalledOnce());
    expect(save.mock.calls[0]?.[0]).toEqual({ picture_id: '' });
  });

  it('searches with Enter without saving the form', async () => {
    await open('');
    await press('Choose a picture');
    const search = within(await library()).getByRole('searchbox');
    await enterText(search, 'dawn');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(server.mock.calls.some(([url]) => url.includes('dawn'))).toBe(true));
    expect(save).not.toHaveBeenCalled();
  });

  it('says that the picture is gone', async () => {
    await open('00000000-0000-4000-8000-000000000002');
    expect(await field().findByText('This picture is no longer in the library.')).toBeVisible();
  });

  it('says that the picture could not be loaded, and tries again', async () => {
    let isDown = true;
    await open(old, () => (isDown ? refused(500, 'XX000', 'no')() : undefined));
    expect(await field().findByRole('alert')).toHaveTextContent('The picture could not be loaded.');
    isDown = false;
    await press('Try again');
    expect(await field().findByText('A ridge, old')).toBeVisible();
  });
});
