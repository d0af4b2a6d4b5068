import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refused, rows, serve, type Server } from '@tests/page';
import { AccountItems } from './account-items';

type Row = { account: string; kind: string; name: string; value: unknown };

let server: Server;
/** What the server has, by account. */
let stored: Row[];
const opened: AccountItems[] = [];

/** The items of a browser in which an account is signed in. */
function browserOf(account: string): AccountItems {
  const items = new AccountItems();
  opened.push(items);
  items.open(account);
  return items;
}

/** Answers as the table does to the account that is signed in. */
const answerAs = (account: string) =>
  server.mockImplementation((url, { method = 'GET', body }) => {
    const { searchParams } = new URL(url);
    const isSame = (row: Row, other: Row) =>
      row.account === other.account && row.kind === other.kind && row.name === other.name;
    if (method === 'POST') {
      const sent: Row[] = JSON.parse(typeof body === 'string' ? body : '{}');
      if (sent.some((row) => row.account !== account)) return refused(403, '42501', 'no')();
      stored = [...stored.filter((row) => !sent.some((other) => isSame(row, other))), ...sent];
      return Promise.resolve(new Response(null, { status: 201 }));
    }
    if (method === 'DELETE') {
      const name = searchParams.get('name')?.slice(3);
      stored = stored.filter((row) => row.account !== account || row.name !== name);
      return Promise.resolve(new Response(null, { status: 204 }));
    }
    return rows(stored.filter((row) => row.account === account))();
  });

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  stored = [];
  server = await serve(rows([]));
  answerAs('amal');
});
afterEach(() => {
  for (const items of opened.splice(0)) items.close();
});

it('shows a change at once, saves it, and another browser of the account reads it', async () => {
  const desk = browserOf('amal');
  desk.set('view', 'orders Rabat', { query: 'q=Rabat' });
  expect(desk.store.get().view).toEqual({ 'orders Rabat': { query: 'q=Rabat' } });
  await desk.save();
  const phone = browserOf('amal');
  await phone.refetch();
  expect(phone.store.get().view).toEqual({ 'orders Rabat': { query: 'q=Rabat' } });
  phone.set('view', 'orders Rabat', undefined);
  await phone.save();
  await desk.refetch();
  expect(desk.store.get().view).toEqual({});
  expect(stored).toEqual([]);
});

it('keeps what cannot be sent, and sends it after a reload', async () => {
  const first = browserOf('amal');
  server.mockRejectedValue(new TypeError('Failed to fetch'));
  first.set('draft', 'reply.1', { text: 'Dear Amal' });
  await first.save();
  answerAs('amal');
  const reloaded = browserOf('amal');
  expect(reloaded.store.get().draft).toEqual({ 'reply.1': { text: 'Dear Amal' } });
  await reloaded.refetch();
  expect(stored.map(({ name, value }) => [name, value])).toEqual([
    ['reply.1', { text: 'Dear Amal' }],
  ]);
});

it('does not let an older response take back what was typed meanwhile', async () => {
  const items = browserOf('amal');
  items.set('draft', 'reply.1', { text: 'D' });
  await items.save();
  const before = rows([...stored]);
  let answer = () => {};
  server.mockImplementation(() => new Promise((resolve) => (answer = () => resolve(before()))));
  const reading = items.refetch();
  await vi.waitFor(() => expect(server.mock.calls.at(-1)?.[1].method).toBe('GET'));
  items.set('draft', 'reply.1', { text: 'Dear' });
  answer();
  await reading;
  expect(items.store.get().draft).toEqual({ 'reply.1': { text: 'Dear' } });
});

it('drops what the server refuses, and says so', async () => {
  const items = browserOf('amal');
  const onRefused = vi.fn<(error: unknown) => void>();
  items.onRefused = onRefused;
  server.mockImplementation(refused(400, '23514', 'too many'));
  items.set('view', 'orders One', { query: '' });
  await items.save();
  expect(onRefused).toHaveBeenCalledOnce();
  answerAs('amal');
  await items.refetch();
  expect(items.store.get().view).toEqual({});
});

it('keeps what an ended session may not save, and sends it after the next sign-in', async () => {
  vi.useFakeTimers();
  const items = browserOf('amal');
  server.mockImplementation(refused(403, '42501', 'no'));
  items.set('draft', 'reply.1', { text: 'Dear Amal' });
  await items.save();
  const calls = server.mock.calls.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.mock.calls).toHaveLength(calls);
  answerAs('amal');
  await items.refetch();
  expect(stored.map(({ value }) => value)).toEqual([{ text: 'Dear Amal' }]);
  vi.useRealTimers();
});

it('shows an account nothing of another one in the same browser', async () => {
  const browser = browserOf('amal');
  browser.set('draft', 'reply.1', { text: 'secret' });
  await browser.save();
  browser.close();
  expect(JSON.stringify(Object.entries(localStorage))).not.toContain('secret');
  answerAs('badr');
  browser.open('badr');
  expect(browser.store.get().draft).toEqual({});
  await browser.refetch();
  expect(browser.store.get().draft).toEqual({});
});
