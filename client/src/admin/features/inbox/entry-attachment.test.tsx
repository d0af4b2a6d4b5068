import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { showAdmin } from '@tests/admin-page';
import { serve } from '@tests/page';
import { user } from '@tests/user';
import { EntryAttachment } from './entry-attachment';
import type { Entry } from './inbox-entry';

const id = '00000000-0000-4000-8000-000000000001';
const entry: Entry = {
  form: 'sponsorship',
  id,
  name: 'Sara',
  email: 'sara@example.org',
  phone: null,
  message: 'Hello',
  status: 'new',
  replied: false,
  created_at: '2026-11-20T10:00:00Z',
  assigned_to: null,
  notes: null,
  record: {
    id,
    attachment_path: id,
    attachment_name: 'Offer & terms.pdf',
    attachment_type: 'application/pdf',
    attachment_size: 3_400_000,
  },
};
const answer = (status: number, body: unknown) => () =>
  Promise.resolve(Response.json(body, { status }));
const opened: string[] = [];

beforeEach(() => {
  opened.length = 0;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    opened.push(this.href);
  });
});
afterEach(() => vi.restoreAllMocks());

it('shows name, size and type, and saves the file under its name', async () => {
  const server = await serve(
    answer(200, { signedURL: `/object/sign/sponsor-attachments/${id}?token=t` }),
  );
  showAdmin(<EntryAttachment entry={entry} />);
  const part = screen.getByRole('region', { name: 'Attachment' });
  expect(part).toHaveTextContent('Offer & terms.pdf');
  expect(part).toHaveTextContent(/3\.4.MB, application\/pdf/);
  expect(server).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Download Offer & terms.pdf' }));
  await vi.waitFor(() => expect(opened).toHaveLength(1));
  expect(new URL(opened[0] ?? '').searchParams.get('download')).toBe('Offer & terms.pdf');
});

it.each([
  ['404', 'The attachment is no longer there.'],
  ['403', 'The attachment could not be loaded.'],
])('says why it cannot be saved: %s', async (statusCode, text) => {
  await serve(answer(400, { statusCode, message: 'no' }));
  showAdmin(<EntryAttachment entry={entry} />);
  await user.click(screen.getByRole('button', { name: /^Download/ }));
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(opened).toEqual([]);
});

it('is absent where none was sent', () => {
  const { container } = showAdmin(<EntryAttachment entry={{ ...entry, record: { id } }} />);
  expect(screen.queryByRole('region', { name: 'Attachment' })).toBeNull();
  expect(container).not.toHaveTextContent('Attachment');
});
