import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { addressNow, pageOf, showAdmin } from '@tests/admin-page';
import { refused, serve, type Server } from '@tests/page';
import { expectText } from '@tests/expect-text';
import { enterText, user } from '@tests/user';
import { RecordHistory } from '@/admin/kit/record-history';
import { AuditLog } from './audit-log';
import type { NamedEntry } from './audit-view';

const entry: NamedEntry = {
  id: 2,
  at: '2026-11-21T09:30:00Z',
  actor: 'a',
  actor_email: 'amal@example.org',
  actor_role: 'admin',
  action: 'update',
  table_name: 'blog_posts',
  row_id: '0d5a8a2e-6f2c-4f0a-9f6e-000000000001',
  changes: { title_fr: ['Vieux', 'Neuf'], published_at: [null, '2026-11-21T09:30:00Z'] },
  request_id: null,
  record_name: 'A night on the ridge',
  actor_name: 'Amal Idrissi',
};

const deleted: NamedEntry = {
  ...entry,
  id: 1,
  actor: null,
  actor_email: null,
  actor_name: null,
  record_name: null,
  actor_role: 'service_role',
  action: 'delete',
  table_name: 'newsletter_subscribers',
  changes: { email: null, status: ['pending', null] },
};

let server: Server;
const staff = [{ id: '1', auth_user_id: 'a', email: 'amal@example.org', full_name: 'Amal' }];

beforeEach(async () => {
  server = await serve(pageOf([entry, deleted]));
  server.mockImplementation((url) =>
    url.includes('/admin_users') ? pageOf(staff)() : pageOf([entry, deleted])(),
  );
});

const asked = () =>
  server.mock.calls
    .map(([url]) => new URL(url))
    .filter(({ pathname }) => /\/audit_(log|entries)$/.test(pathname))
    .at(-1);

describe('the audit log', () => {
  it('says who changed what, from what to what', async () => {
    showAdmin(<AuditLog />);
    const [first, second] = await screen.findAllByRole('listitem');
    if (first === undefined || second === undefined) throw new Error('there are two entries');
    expect(first).toHaveTextContent(/Amal Idrissi.*Changed.*Blog posts.*A night on the ridge/);
    expect(within(first).getByText('Title (French)')).toBeVisible();
    expect(first).toHaveTextContent('Before: VieuxAfter: Neuf');
    expect(within(first).getByText('Neuf')).toHaveAttribute('lang', 'fr');
    expect(within(first).getByRole('link')).toHaveAttribute(
      'href',
      `/admin/blog/edit/${entry.row_id ?? ''}?lang=en`,
    );
    expect(second).toHaveTextContent(/The server’s key.*Deleted.*Newsletter subscribers/);
    expect(within(second).queryByRole('link')).not.toBeInTheDocument();
    await user.click(within(second).getByText('2 fields'));
    expect(within(second).getByText(/a visitor’s words are not kept here/)).toBeVisible();
  });

  it('is narrowed by table, person and action, in the address', async () => {
    showAdmin(<AuditLog />, '/admin/audit-log?page=3');
    await enterText(await screen.findByLabelText('What'), 'book_orders');
    await user.click(screen.getByRole('radio', { name: 'Deleted' }));
    await screen.findByRole('option', { name: 'Amal' });
    await enterText(screen.getByLabelText('Who'), 'a');
    expect(addressNow()).toBe('/admin/audit-log?table=book_orders&action=delete&actor=a');
    await waitFor(() => expect(asked()?.searchParams.get('actor')).toBe('eq.a'));
    const query = asked()?.searchParams;
    expect(query?.get('table_name')).toBe('eq.book_orders');
    expect(query?.get('action')).toBe('eq.delete');
    expect(query?.get('order')).toMatch(/^id\.desc/);
  });

  it('is searched for records and people, in the address', async () => {
    showAdmin(<AuditLog />);
    await enterText(await screen.findByRole('searchbox'), 'ridge');
    await waitFor(() => expect(addressNow()).toBe('/admin?q=ridge'));
    await waitFor(() =>
      expect(asked()?.searchParams.get('or')).toBe(
        '(record_name.ilike."%ridge%",actor_name.ilike."%ridge%",actor_email.ilike."%ridge%")',
      ),
    );
  });

  it('says that nothing fits, and looks at everything again', async () => {
    server.mockImplementation(pageOf([], 0));
    showAdmin(<AuditLog />, '/admin/audit-log?table=awards');
    await expectText('No changes found');
    await user.click(screen.getByRole('button', { name: 'Clear search and filters' }));
    expect(addressNow()).toBe('/admin/audit-log');
  });

  it('says a refusal, and asks again', async () => {
    server.mockImplementation(refused(403, '42501', 'permission denied for table audit_log'));
    showAdmin(<AuditLog />);
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'The audit log could not be loaded.',
    );
    server.mockImplementation(pageOf([entry]));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await expectText('Blog posts', { ignore: 'option' });
  });
});

describe('the history of a record', () => {
  it('is fetched once it is opened, of that record alone', async () => {
    showAdmin(<RecordHistory table="blog_posts" id="7" />);
    expect(asked()).toBeUndefined();
    await user.click(screen.getByRole('button', { name: 'History', expanded: false }));
    await expectText('Title (French)');
    expect(asked()?.searchParams.get('row_id')).toBe('eq.7');
    expect(asked()?.searchParams.get('table_name')).toBe('eq.blog_posts');
  });
});
