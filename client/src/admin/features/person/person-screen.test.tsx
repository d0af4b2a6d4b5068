import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { addressNow, showAdmin } from '@tests/admin-page';
import { refused, serve, type Server } from '@tests/page';
import { expectText } from '@tests/expect-text';
import { enterText, user } from '@tests/user';
import { personCsv } from './person-file';
import { PersonScreen } from './person-screen';

const row = {
  source: 'book_order',
  id: '00000000-0000-4000-8000-00000000d001',
  name: 'Zineb',
  email: 'zineb@person.test',
  phone: '+212698765432',
  about: 'BO1763720000000001',
  status: 'fulfilled',
  created_at: '2026-11-20T10:00:00Z',
  direct: true,
};
const subscriber = {
  ...row,
  source: 'subscriber',
  id: '00000000-0000-4000-8000-00000000f002',
  name: null,
  phone: null,
  about: null,
  status: 'confirmed',
  direct: false,
};

let server: Server;
let found: object[];
let erase: () => Promise<Response>;

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  found = [row, subscriber];
  erase = () => {
    found = [];
    return Promise.resolve(Response.json({ orders: 1 }));
  };
  server = await serve(() => Promise.resolve(Response.json([])));
  server.mockImplementation((url) => {
    if (url.includes('/rpc/find_person')) return Promise.resolve(Response.json(found));
    if (url.includes('/rpc/erase_person')) return erase();
    return Promise.resolve(Response.json([{ source: 'book_order', record: { id: row.id } }]));
  });
});

const bodies = (name: string) =>
  server.mock.calls
    .filter(([url]) => url.endsWith(`/rpc/${name}`))
    .map(([, { body }]): unknown => (typeof body === 'string' ? JSON.parse(body) : undefined));

async function search(text: string) {
  showAdmin(<PersonScreen />, '/admin/people');
  await enterText(screen.getByRole('searchbox'), text);
  await user.click(screen.getByRole('button', { name: 'Find' }));
  await waitFor(() => expect(bodies('find_person')).toHaveLength(1));
}
const idsOf = (...rows: { source: string; id: string }[]) =>
  rows.map(({ source, id }) => ({ source, id }));

describe('a person', () => {
  it('is searched for in the body of a request, not in a URL', async () => {
    await search('zineb@person.test');
    await expectText('2 of 2 selected');
    expect(bodies('find_person')).toEqual([{ search: 'zineb@person.test' }]);
    expect(server.mock.calls.some(([url]) => url.includes('zineb'))).toBe(false);
    expect(addressNow()).toBe('/admin/people');
    expect(screen.getByText('same e-mail or phone')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Book order' })).toHaveAttribute(
      'href',
      expect.stringContaining(`/admin/book-orders?open=${row.id}`),
    );
  });

  it('is no other with the same phone, whose rows are selected by hand', async () => {
    const son = { ...row, id: '00000000-0000-4000-8000-00000000d009', direct: false };
    found = [
      row,
      { ...subscriber, email: 'Zineb@Person.test' },
      { ...son, name: 'Younes', email: 'younes@person.test' },
    ];
    await search('zineb@person.test');
    await expectText('2 of 3 selected');
    const other = screen.getByRole('checkbox', { name: 'Select: Book order, Younes' });
    expect(other).not.toBeChecked();
    await user.click(screen.getByRole('button', { name: 'Erase for good' }));
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: 'Erase for good' }));
    await waitFor(() =>
      expect(bodies('erase_person')).toEqual([{ records: idsOf(row, subscriber) }]),
    );
  });

  it('is not searched for by two letters', async () => {
    showAdmin(<PersonScreen />, '/admin/people');
    await enterText(screen.getByRole('searchbox'), 'zi');
    await user.click(screen.getByRole('button', { name: 'Find' }));
    expect(screen.getByText('At least three characters.')).toBeVisible();
    expect(bodies('find_person')).toEqual([]);
  });

  it('of whom nothing is stored', async () => {
    found = [];
    await search('nobody');
    await expectText('Nothing is stored that matches.');
  });

  it('who could not be searched for', async () => {
    server.mockImplementation(refused(403, '42501', 'no'));
    await search('zineb');
    expect(await screen.findByRole('alert')).toHaveTextContent('The search has failed.');
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });

  it('is erased where it is selected, after a question', async () => {
    await search('zineb');
    await user.click(await screen.findByRole('checkbox', { name: /^Select: Newsletter/ }));
    expect(screen.getByText('1 of 2 selected')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Erase for good' }));
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: 'Erase for good' }));
    await waitFor(() => expect(bodies('erase_person')).toEqual([{ records: idsOf(row) }]));
    await expectText('Nothing is stored that matches.');
  });

  it('is not erased while an order is open', async () => {
    found = [{ ...row, status: 'confirmed' }, subscriber];
    await search('zineb');
    await expectText(/still open: cancel it/);
    expect(screen.getByRole('button', { name: 'Erase for good' })).toBeDisabled();
    await user.click(screen.getByRole('checkbox', { name: /^Select: Book order/ }));
    expect(screen.getByRole('button', { name: 'Erase for good' })).toBeEnabled();
  });

  it('is not erased with an account of the staff', async () => {
    found = [row, { ...subscriber, source: 'account', status: 'staff' }];
    await search('zineb');
    await expectText(/^An account of the staff is selected/);
    expect(screen.getByText('account of the staff')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Erase for good' })).toBeDisabled();
    await user.click(screen.getByRole('checkbox', { name: /^Select: Account/ }));
    expect(screen.getByRole('button', { name: 'Erase for good' })).toBeEnabled();
  });

  it('is erased with an account of a visitor', async () => {
    const account = { ...subscriber, source: 'account', status: 'visitor', direct: true };
    found = [account];
    await search('zineb');
    await user.click(await screen.findByRole('button', { name: 'Erase for good' }));
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: 'Erase for good' }));
    await waitFor(() => expect(bodies('erase_person')).toEqual([{ records: idsOf(account) }]));
  });

  it('stays where the server refuses', async () => {
    erase = refused(409, 'PT409', 'the order is still open');
    await search('zineb');
    await user.click(await screen.findByRole('button', { name: 'Erase for good' }));
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: 'Erase for good' }));
    await expectText(/^Nothing was erased\./);
    expect(screen.getByText('2 of 2 selected')).toBeVisible();
  });

  it('is handed over as a file', async () => {
    const made = vi.fn<(blob: Blob) => string>(() => 'blob:x');
    Object.assign(URL, { createObjectURL: made, revokeObjectURL: vi.fn<(url: string) => void>() });
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    await search('zineb');
    await user.click(await screen.findByRole('button', { name: 'Download as JSON' }));
    await waitFor(() => expect(click).toHaveBeenCalledTimes(1));
    expect(bodies('export_person')).toEqual([{ records: idsOf(row, subscriber) }]);
    expect(made.mock.calls[0]?.[0].type).toBe('application/json');
  });
});

describe('the file of a person', () => {
  it('has a line for each field, and no formula', () => {
    const csv = personCsv([
      { source: 'contact', record: { name: '=1+1', notes: null, replies: [{ body: 'Hi' }] } },
    ]);
    expect(csv.split('\r\n').slice(1, -1)).toEqual([
      `"contact","1","name","'=1+1"`,
      `"contact","1","notes",""`,
      `"contact","1","replies","[{""body"":""Hi""}]"`,
    ]);
  });
});
