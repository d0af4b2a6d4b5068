import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { showAdmin } from '@tests/admin-page';
import { rows, serve, type Server } from '@tests/page';
import { user } from '@tests/user';
import { expectText } from '@tests/expect-text';
import type { Picture } from '@/admin/kit/pictures/picture';
import { useDeletePicture } from './use-delete-picture';

const picture: Picture = {
  id: 'a',
  name: 'ridge.jpg',
  path: 'a/1.jpg',
  original_path: null,
  crop: null,
  width: 600,
  height: 400,
  bytes: 1000,
  content_type: 'image/jpeg',
  alt_en: '',
  alt_fr: '',
  alt_ar: '',
  credit_en: '',
  credit_fr: '',
  credit_ar: '',
  focal_x: 0.5,
  focal_y: 0.5,
  placeholder: null,
  tags: [],
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
};

const draft = {
  place: 'newsletters',
  row_id: '1',
  title_en: 'To come',
  title_fr: '',
  title_ar: '',
};
const sent = { ...draft, place: 'newsletters.sent', row_id: '2', title_en: 'Winter' };

let server: Server;

function Remove() {
  const remove = useDeletePicture(picture, () => undefined);
  return (
    <button type="button" onClick={() => void remove()}>
      Remove
    </button>
  );
}

async function press(uses: object[]) {
  server = await serve(rows([]));
  server.mockImplementation((address) =>
    rows(address.includes('picture_uses') ? uses : [picture])(),
  );
  showAdmin(<Remove />);
  await user.click(screen.getByRole('button', { name: 'Remove' }));
}

const deletions = () => server.mock.calls.filter(([, options]) => options?.method === 'DELETE');

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
  history.replaceState(null, '', '/?lang=en');
});

describe('deleting a picture', () => {
  it('is refused while a newsletter that is to be sent shows it, which is named alone', async () => {
    await press([draft, sent]);
    await expectText(/Remove it first from: To come$/);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(deletions()).toHaveLength(0);
  });

  it('warns of the newsletters that were sent, and deletes it then', async () => {
    await press([sent]);
    await expectText(/E-mails that were sent lose the picture: Winter/);
    expect(deletions()).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(deletions()).toHaveLength(1));
  });

  it('says nothing of e-mails without them', async () => {
    await press([]);
    expect(await screen.findByText(/cannot be undone/)).not.toHaveTextContent('E-mails');
  });
});
