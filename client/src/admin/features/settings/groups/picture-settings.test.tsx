import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { pageOf, showAdmin } from '@tests/admin-page';
import { rows, serve, type Server } from '@tests/page';
import { settings } from '@tests/seeds';
import type { Setting } from '../setting-values';
import { user } from '@tests/user';
import { BookGroup } from './book-group';
import { BrandGroup } from './brand-group';

const id = '8c5f2f0e-4d0a-4c56-9a2b-3a1f6f7f5f10';
const picture = {
  id,
  name: 'a.jpg',
  path: `${id}/1.jpg`,
  width: 600,
  height: 400,
  alt_en: 'At the summit',
  alt_fr: '',
  alt_ar: '',
  tags: [],
  uses: 0,
};

/** The settings of a new site, with one of them changed. */
const stored = (changed = ''): Setting[] =>
  settings.map(({ key, value }) => ({
    key,
    value: key === changed ? id : value,
    description: '',
    updated_at: '',
  }));

let server: Server;

beforeEach(async () => {
  history.replaceState(null, '', '/?lang=en');
  vi.spyOn(console, 'warn').mockReturnValue();
  server = await serve(rows([]));
  server.mockImplementation((address) => {
    const { pathname } = new URL(address);
    if (pathname.endsWith('/picture_tags')) return rows([])();
    return pathname.endsWith('/picture_list') ? pageOf([picture])() : rows([picture])();
  });
});

/** What the form has asked to save. */
function saved(): unknown {
  const call = server.mock.calls.find(([url]) => url.includes('/rpc/save_settings'));
  const body = call?.[1].body;
  return typeof body === 'string' ? JSON.parse(body) : undefined;
}

describe('a picture of the settings', () => {
  it('is chosen as the portrait', async () => {
    showAdmin(<BrandGroup rows={stored()} />);
    const field = within(screen.getByRole('group', { name: 'Portrait photograph' }));
    await user.click(field.getByRole('button', { name: 'Choose a picture' }));
    const library = await screen.findByRole('dialog', { name: 'Choose a picture' });
    await user.click(await within(library).findByRole('button', { name: /At the summit/ }));
    expect(await field.findByText('At the summit')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save this group' }));
    await waitFor(() =>
      expect(saved()).toEqual({
        changes: { 'story.portrait': id },
        known: { 'story.portrait': null },
      }),
    );
  });

  it('is removed from the cover', async () => {
    showAdmin(<BookGroup rows={stored('book.cover')} />);
    const field = within(screen.getByRole('group', { name: 'Photograph of the cover' }));
    expect(await field.findByText('At the summit')).toBeVisible();
    await user.click(field.getByRole('button', { name: 'Remove the picture' }));
    await user.click(screen.getByRole('button', { name: 'Save this group' }));
    await waitFor(() =>
      expect(saved()).toEqual({ changes: { 'book.cover': null }, known: { 'book.cover': id } }),
    );
  });
});
