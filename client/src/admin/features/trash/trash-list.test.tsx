import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { addressNow, pageOf, showAdmin } from '@tests/admin-page';
import { refused, rows, serve, type Server } from '@tests/page';
import type { TrashEntry } from '@/admin/kit/rows/use-restore';
import { enterText, user } from '@tests/user';
import { expectText } from '@tests/expect-text';
import { TrashList } from './trash-list';

const entry: TrashEntry = {
  id: 7,
  table_name: 'expeditions',
  row_id: '0d5a8a2e-6f2c-4f0a-9f6e-000000000001',
  name: 'K2',
  deleted_at: '2026-11-21T09:30:00Z',
  deleted_by: 'a',
  deleted_by_email: 'amal@example.org',
  transaction: '1',
};

let server: Server;
let restoring: () => Promise<Response>;

beforeEach(async () => {
  restoring = rows([]);
  server = await serve(pageOf([entry]));
  server.mockImplementation((url, init) => {
    if (url.includes('/rpc/restore_from_trash')) return restoring();
    return init.method === 'DELETE' ? rows([{ id: 7 }])() : pageOf([entry])();
  });
});

const calls = (method: string) =>
  server.mock.calls.filter(([, init]) => init.method === method).map(([url]) => new URL(url));

describe('the trash', () => {
  it('says what was deleted, by whom, and until when it is kept', async () => {
    showAdmin(<TrashList />);
    const item = await screen.findByRole('listitem');
    expect(item).toHaveTextContent(/K2.*Expeditions.*amal@example.org/);
    expect(item).toHaveTextContent(/Kept until .*12.*2026|Kept until 2026-12-21/);
  });

  it('restores a record', async () => {
    showAdmin(<TrashList />);
    await user.click(await screen.findByRole('button', { name: 'Restore K2' }));
    await expectText('K2 is back.');
    const [, init] = server.mock.calls.find(([url]) => url.includes('/rpc/')) ?? [];
    expect(init?.body).toBe('{"entry":7}');
  });

  it('says that another record has the address', async () => {
    restoring = refused(409, '23505', 'duplicate key');
    showAdmin(<TrashList />);
    await user.click(await screen.findByRole('button', { name: 'Restore K2' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'K2 was not restored: another record has its address by now.',
    );
  });

  it('deletes for good after the question, and not before', async () => {
    showAdmin(<TrashList />);
    await user.click(await screen.findByRole('button', { name: 'Delete for good: K2' }));
    const question = await screen.findByRole('alertdialog', { name: 'Delete K2 for good?' });
    expect(calls('DELETE')).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'Delete for good' }));
    await waitFor(() => expect(calls('DELETE')[0]?.searchParams.get('id')).toBe('eq.7'));
  });

  it('is searched and narrowed, in the address', async () => {
    showAdmin(<TrashList />, '/admin/trash?page=2');
    await enterText(await screen.findByLabelText('What'), 'blog_posts');
    expect(addressNow()).toBe('/admin/trash?table=blog_posts');
    await waitFor(() =>
      expect(calls('GET').at(-1)?.searchParams.get('table_name')).toBe('eq.blog_posts'),
    );
  });

  it('says that it is empty', async () => {
    server.mockImplementation(pageOf([], 0));
    showAdmin(<TrashList />);
    await expectText('The trash is empty.');
  });
});
