import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { accountItems } from '@/admin/kit/account/account-items';
import { pageOf, showAdmin } from '@tests/admin-page';
import { refused, rows, serve, type Server } from '@tests/page';
import { closeToasts, enterText, user } from '@tests/user';
import { MessageInbox } from './message-inbox';

const message = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Amal',
  email: 'amal@example.org',
  subject: 'media - "Radio"',
  message: 'Hello, will you come?',
  source_page: 'contact',
  status: 'new',
  notes: null,
  assigned_to: null,
  created_at: '2026-11-20T10:00:00Z',
  updated_at: '2026-11-20T10:00:00Z',
  speaking_inquiries: [],
};

const arabicKeyboard = userEvent.setup({
  delay: null,
  keyboardMap: [
    { key: 'Control', code: 'ControlLeft' },
    { key: 'س', code: 'KeyS' },
  ],
});

type Reply = () => Promise<Response>;

let server: Server;
let stored: Omit<typeof message, 'notes'> & { notes: string | null } = message;
let patch: Reply | undefined;

const bodyOf = ({ body }: RequestInit) => JSON.parse(typeof body === 'string' ? body : '{}');

/** Stands in for the table: what is changed is so afterwards, unless a test answers otherwise. */
function answer(url: string, init: RequestInit): Promise<Response> {
  const { pathname, searchParams } = new URL(url);
  if (pathname.endsWith('/rpc/is_admin')) return Promise.resolve(Response.json(true));
  if (!pathname.endsWith('/contact_submissions')) return rows([])();
  if (init.method === 'HEAD') return pageOf([], 1)();
  if (init.method !== 'PATCH') {
    const isOne = searchParams.has('id');
    const isRow = new Headers(init.headers).get('accept')?.includes('pgrst.object') ?? false;
    return isOne && isRow ? Promise.resolve(Response.json(stored)) : pageOf([stored])();
  }
  if (patch !== undefined) return patch();
  const only = searchParams.get('status');
  if (only !== null && only !== `eq.${stored.status}`) return rows([])();
  stored = { ...stored, ...bodyOf(init) };
  return rows([stored])();
}

const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const notes = () => screen.getByRole('textbox', { name: 'Notes' });
const statuses = () => changes().map((change) => change['status']);
const changes = (): Record<string, unknown>[] =>
  server.mock.calls.filter(([, { method }]) => method === 'PATCH').map(([, init]) => bodyOf(init));

function visibility(state: 'visible' | 'hidden') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

const openMessage = async (status: 'new' | 'read' = 'new') => {
  stored = { ...message, status };
  showAdmin(<MessageInbox me={{ id: 'me', name: 'Sara' }} />, `/admin/contact?open=${message.id}`);
  await after(50);
};

beforeEach(async () => {
  accountItems.close();
  patch = undefined;
  server = await serve(rows([]));
  server.mockImplementation(answer);
  vi.spyOn(console, 'warn').mockReturnValue();
  vi.useFakeTimers();
});
afterEach(async () => {
  await closeToasts();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a new message', () => {
  it('is marked as read once it was looked at, and not before', async () => {
    await openMessage();
    await after(700);
    expect(changes()).toEqual([]);
    await after(1000);
    expect(changes()).toEqual([{ status: 'read', updated_at: expect.any(String) }]);
    expect(screen.getByText('Marked as read.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Keep as new' }));
    await after(3000);
    expect(statuses()).toEqual(['read', 'new']);
  });

  it('stays new in a page that nobody sees', async () => {
    visibility('hidden');
    await openMessage();
    await after(5000);
    expect(changes()).toEqual([]);
    visibility('visible');
    await after(1200);
    expect(statuses()).toEqual(['read']);
  });

  it('stays what somebody else has made of it meanwhile', async () => {
    await openMessage();
    stored = { ...stored, status: 'responded' };
    await after(1500);
    expect(stored.status).toBe('responded');
    expect(screen.getByRole('combobox', { name: 'Status' })).toHaveValue('responded');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is not marked again by whoever sets it back to new', async () => {
    await openMessage('read');
    await enterText(screen.getByRole('combobox', { name: 'Status' }), 'new');
    await after(5000);
    expect(statuses()).toEqual(['new']);
  });
});

describe('a status', () => {
  it('is shown at once, and taken back in words when the server refuses', async () => {
    await openMessage('read');
    patch = refused(403, '42501', 'permission denied');
    const status = screen.getByRole('combobox', { name: 'Status' });
    await enterText(status, 'responded');
    await after(1);
    expect(screen.getByRole('alert')).toHaveTextContent('The status of Amal was not changed.');
    expect(status).toHaveValue('read');
  });

  it('that no row took was refused', async () => {
    await openMessage('read');
    patch = rows([]);
    await user.click(screen.getByRole('button', { name: 'Mark as responded' }));
    await after(50);
    expect(screen.getByRole('alert')).toHaveTextContent('The status of Amal was not changed.');
  });
});

describe('notes', () => {
  it('say that they are unsaved, and then that they are saved', async () => {
    await openMessage('read');
    await enterText(notes(), 'Call back');
    expect(screen.getByText('Not saved yet')).toBeVisible();
    await user.tab();
    await after(50);
    expect(screen.getByText('Saved')).toBeVisible();
    expect(changes()).toEqual([{ notes: 'Call back' }]);
    expect(accountItems.store.get().draft).toEqual({});
  });

  it('keep what was typed while they were being saved', async () => {
    await openMessage('read');
    let settle: (response: Response) => void = () => {};
    patch = () =>
      new Promise((resolve) => {
        settle = resolve;
      });
    await enterText(notes(), 'Call');
    await arabicKeyboard.keyboard('{Control>}س{/Control}');
    await after(1);
    await enterText(notes(), 'Call back');
    stored = { ...stored, notes: 'Call' };
    settle(Response.json([stored]));
    await after(50);
    expect(notes()).toHaveValue('Call back');
    expect(screen.getByText('Not saved yet')).toBeVisible();
  });

  it('that were refused stay, say why, and are saved by another try', async () => {
    await openMessage('read');
    patch = refused(400, '23514', 'violates check constraint "contact_submissions_notes_length"');
    await enterText(notes(), 'long');
    await user.tab();
    await after(50);
    expect(screen.getByRole('alert')).toHaveTextContent(/were not saved.*too long/);
    expect(notes()).toHaveValue('long');
    patch = undefined;
    await user.click(screen.getByRole('button', { name: 'Save again' }));
    await after(50);
    expect(screen.getByText('Saved')).toBeVisible();
  });

  it('are not laid over those of somebody else', async () => {
    await openMessage('read');
    const theirs = { ...stored, notes: 'Theirs', updated_at: '2026-11-20T11:00:00Z' };
    patch = () => {
      stored = theirs;
      return rows([])(); // the row has another version
    };
    await enterText(notes(), 'Mine');
    await user.tab();
    await after(100);
    const panel = within(screen.getByRole('group', { name: 'Notes' }));
    expect(panel.getByText('Theirs')).toBeVisible();
    await user.tab();
    await after(50);
    expect(changes()).toHaveLength(1); // nothing is saved before the choice
    patch = undefined;
    await user.click(panel.getByRole('button', { name: 'Keep both' }));
    expect(notes()).toHaveValue('Theirs\n\nMine');
    expect(screen.queryByRole('group', { name: 'Notes' })).toBeNull();
    expect(notes()).toHaveFocus();
    await user.tab();
    await after(50);
    expect(changes()[1]).toEqual({ notes: 'Theirs\n\nMine' });
    expect(accountItems.store.get().draft).toEqual({});
  });

  it('are saved when the entry is left', async () => {
    await openMessage('read');
    await enterText(notes(), 'Call back');
    const dialog = screen.getByRole('dialog');
    await user.click(within(dialog).getAllByRole('button', { name: 'Close' })[0] ?? dialog);
    await after(500);
    expect(changes()).toEqual([{ notes: 'Call back' }]);
  });
});

describe('the file of contact messages', () => {
  it('has every cell in quotes', async () => {
    let file: Blob | undefined;
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      if (blob instanceof Blob) file = blob;
      return 'blob:file';
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    stored = { ...message };
    showAdmin(<MessageInbox me={{ id: 'me', name: 'Sara' }} />, '/admin/contact');
    await after(50);
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    await vi.waitFor(() => expect(file).toBeDefined()); // the writer of CSV is lazy-loaded
    expect(await file?.text()).toBe(
      '\uFEFF"Name","Email","Subject","Message","Status","Date"\r\n' +
        '"Amal","amal@example.org","media - ""Radio""","Hello, will you come?","new","20/11/2026"\r\n',
    );
  });
});
