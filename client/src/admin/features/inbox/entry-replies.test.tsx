import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { accountItems } from '@/admin/kit/account/account-items';
import { pageOf, showAdmin } from '@tests/admin-page';
import { created, refused, rows, serve, type Server } from '@tests/page';
import { enterText, user } from '@tests/user';
import { MessageInbox } from './message-inbox';

const message = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Amal',
  email: 'amal@example.org',
  subject: 'media',
  message: 'Hello, will you come?',
  source_page: 'contact',
  status: 'read',
  notes: null,
  assigned_to: null,
  language: 'en',
  created_at: '2026-11-20T10:00:00Z',
  updated_at: '2026-11-20T10:00:00Z',
  speaking_inquiries: [],
};

const reply = {
  id: '00000000-0000-4000-8000-0000000000e1',
  form_type: 'contact',
  inquiry_id: message.id,
  language: 'ar',
  subject: 'موعد',
  body: 'نعم',
  author_id: null,
  sent_by: 'Sara',
  state: 'sent',
  error: '',
  created_at: '2026-11-20T12:00:00Z',
  updated_at: '2026-11-20T12:00:00Z',
};

let server: Server;
let replies: (typeof reply)[];
let insert = created;
let contact: object[];
let list: (() => Promise<Response>) | undefined;

function answer(url: string, { method }: RequestInit): Promise<Response> {
  const { pathname, searchParams } = new URL(url);
  if (pathname.endsWith('/inquiry_replies')) {
    if (method === 'POST') return insert();
    return list === undefined ? rows(replies)() : list();
  }
  if (pathname.endsWith('/site_settings')) return rows(contact)();
  if (!pathname.endsWith('/contact_submissions')) return rows([])();
  if (method === 'HEAD') return pageOf([], 1)();
  return searchParams.has('id') ? Promise.resolve(Response.json(message)) : pageOf([message])();
}

const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const button = (name: string) => screen.getByRole('button', { name });
const sent = (): unknown[] =>
  server.mock.calls
    .filter(([, { method }]) => method === 'POST')
    .map(([, { body }]) => JSON.parse(typeof body === 'string' ? body : '{}'));
const thread = () => screen.getByRole('region', { name: 'Replies' });

async function openMessage() {
  showAdmin(<MessageInbox me={{ id: 'me', name: 'Sara' }} />, `/admin/contact?open=${message.id}`);
  await after(50);
}

async function write(text: string) {
  await user.click(button('Reply'));
  await after(50);
  await enterText(screen.getByRole('textbox', { name: 'Text' }), text);
}

beforeEach(async () => {
  accountItems.close();
  [replies, insert, list] = [[], created, undefined];
  contact = [{ key: 'contact.email', value: 'owner@example.org' }];
  server = await serve(rows([]));
  server.mockImplementation(answer);
  vi.spyOn(console, 'warn').mockReturnValue();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('sends a reply and shows it until it is sent', async () => {
  await openMessage();
  expect(screen.queryByRole('region', { name: 'Replies' })).toBeNull();
  await write('Yes, gladly.');
  replies = [{ ...reply, state: 'queued' }];
  await user.click(button('Send'));
  await after(50);
  expect(sent()[0]).toMatchObject({
    form_type: 'contact',
    inquiry_id: message.id,
    language: 'en',
    body: 'Yes, gladly.',
  });
  expect(within(thread()).getByText('On its way')).toBeVisible();
  replies = [reply];
  await after(6000);
  expect(within(thread()).getByText('Sent')).toBeVisible();
  expect(within(thread()).getByText(/^Answers come to owner@example\.org/)).toBeVisible();
  expect(within(thread()).getByText('نعم').closest('[dir]')).toHaveAttribute('dir', 'rtl');
});

it('keeps the text and the id of a reply that was refused', async () => {
  await openMessage();
  await write('Yes, gladly.');
  insert = refused(503, '57014', 'busy');
  await user.click(button('Send'));
  await after(50);
  expect(screen.getByText(/The reply was not sent; your text is still here/)).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Text' })).toHaveValue('Yes, gladly.');
  await user.click(button('Send'));
  await after(50);
  expect(sent()).toHaveLength(2);
  expect(sent()[1]).toEqual(sent()[0]);
});

it('does not send an empty reply', async () => {
  await openMessage();
  await write('  ');
  expect(button('Send')).toBeDisabled();
});

it('says what to do about a reply that failed, and sends it again', async () => {
  replies = [{ ...reply, state: 'failed', error: '550 no such user' }];
  await openMessage();
  const alert = within(thread()).getByRole('alert');
  expect(alert).toHaveTextContent(/did not reach amal@example\.org.*550 no such user/);
  await user.click(button('Send it again'));
  await after(50);
  expect(sent()[0]).toMatchObject({ subject: 'موعد', body: 'نعم' });
});

it.each([[[]], [[{ key: 'contact.email', value: '' }]]])(
  'says where answers go without a contact address: %j',
  async (settings) => {
    [replies, contact] = [[reply], settings];
    await openMessage();
    expect(within(thread()).getByText(/address that the site sends from/)).toBeVisible();
  },
);

it('says that the replies could not be loaded', async () => {
  list = refused(403, '42501', 'permission denied');
  await openMessage();
  await after(5000);
  expect(screen.getByText(/The replies could not be loaded/)).toBeVisible();
});
