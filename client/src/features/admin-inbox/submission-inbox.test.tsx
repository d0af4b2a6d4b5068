import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { addressNow, pageOf, showAdmin } from '@tests/admin-page';
import { rows, sentTo, serve, type Server } from '@tests/page';
import { SubmissionInbox } from './submission-inbox';

const listed = {
  form_type: 'sponsorship',
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Amal',
  email: 'amal@example.org',
  phone: null,
  message: 'Hello, we would like to help.',
  status: 'read',
  created_at: '2026-11-20T10:00:00Z',
  updated_at: '2026-11-20T10:00:00Z',
  assigned_to: null,
  notes: null,
};
const orderId = '00000000-0000-4000-8000-000000000002';
const order = { ...listed, id: orderId, form_type: 'book_order', name: 'Buyer', status: null };
const whole = { ...listed, record: { id: listed.id, organization: 'Atlas', budget_range: '25k' } };
const never = () => new Promise<Response>(() => {});

let server: Server;
let one: () => Promise<Response>;

beforeEach(async () => {
  sessionStorage.clear();
  one = () => Promise.resolve(Response.json(whole));
  server = await serve(rows([]));
  server.mockImplementation((url, { method }) => {
    const { pathname, searchParams } = new URL(url);
    if (method === 'PATCH') return rows([{ ...listed, status: 'responded' }])();
    if (!pathname.endsWith('/form_submissions') || method === 'HEAD') return pageOf([])();
    return searchParams.has('id') ? one() : pageOf([listed, order])();
  });
});

const show = (address = '/admin/form-submissions') =>
  showAdmin(<SubmissionInbox me={{ id: 'me', name: '' }} />, address);

it('lists what has no state as pending, and opens what is pressed', async () => {
  show();
  expect(await screen.findByText('pending')).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Details of Amal' }));
  const dialog = await screen.findByRole('dialog', { name: 'Amal' });
  expect(addressNow()).toContain(`open=${listed.id}`);
  await waitFor(() => expect(dialog).toHaveTextContent('Atlas'));
  expect(dialog).toHaveTextContent('$10,000-$25,000');
});

it('hears the keys before the whole record is here', async () => {
  one = never;
  show(`/admin/form-submissions?open=${listed.id}`);
  const dialog = await screen.findByRole('dialog', { name: 'Amal' });
  fireEvent.keyDown(dialog, { key: 'e', code: 'KeyE' });
  await waitFor(() =>
    expect(sentTo(server, 'sponsorship_inquiries')).toMatchObject({ status: 'responded' }),
  );
  await waitFor(() =>
    expect(screen.getByRole('combobox', { name: 'Status' })).toHaveValue('responded'),
  );
});

it('leads from an order to the screen where it is worked on', async () => {
  one = () => Promise.resolve(Response.json({ ...order, record: { id: orderId, quantity: 2 } }));
  show(`/admin/form-submissions?open=${orderId}`);
  const way = await screen.findByRole('link', { name: 'Open the order' });
  expect(way).toHaveAttribute('href', `/admin/book-orders?open=${orderId}&lang=en`);
});

it('says when an entry is no longer there', async () => {
  one = () => Promise.resolve(Response.json(null));
  show('/admin/form-submissions?open=00000000-0000-4000-8000-000000000003');
  expect(await screen.findByText('This entry is no longer there.')).toBeVisible();
});
