import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addressNow, pageOf, showAdmin } from '@tests/admin-page';
import { refused, serve, type Server } from '@tests/page';
import { expectText } from '@tests/expect-text';
import { closeToasts, enterText, user } from '@tests/user';
import type { AdminRecord } from './admin-record';
import { AdminUsersList } from './admin-users-list';

const me: AdminRecord = {
  id: '00000000-0000-4000-8000-000000000001',
  auth_user_id: '00000000-0000-4000-8000-0000000000a1',
  email: 'amal@example.org',
  full_name: 'Amal Idrissi',
  role: 'super_admin',
  active: true,
  created_at: '2026-11-20T10:00:00Z',
  last_login: null,
  invited_at: null,
  second_factor_removed_at: null,
};
const other: AdminRecord = {
  ...me,
  id: '00000000-0000-4000-8000-000000000002',
  email: 'karim@example.org',
  full_name: 'Karim Alaoui',
  role: 'admin',
};
const lastSuper = 'the last active super admin cannot be demoted, deactivated or deleted';

let server: Server;
let listed: () => Promise<Response>;
/** How the next change or deletion is answered. */
let change: () => Promise<Response>;
const onSelf = vi.fn<() => void>();

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  onSelf.mockClear();
  listed = pageOf([me, other]);
  change = pageOf([me]);
  server = await serve(() => listed());
  server.mockImplementation((_url, { method }) =>
    method === 'PATCH' || method === 'DELETE' ? change() : listed(),
  );
});

afterEach(closeToasts);

const open = async (query = '', isSuper = true) => {
  const viewer = { id: me.id, isSuper, onSelf };
  showAdmin(<AdminUsersList viewer={viewer} />, `/admin/users${query}`);
  await screen.findAllByText('karim@example.org');
};
const sent = (method: string) => server.mock.calls.filter(([, init]) => init.method === method);
const press = (name: string) => user.click(screen.getByRole('button', { name }));
const question = async () => within(await screen.findByRole('alertdialog'));
const isActive = (name: string) => screen.getByRole('switch', { name: `Active, ${name}` });

describe('the list of admins', () => {
  it('says when there are none', async () => {
    listed = pageOf([]);
    showAdmin(<AdminUsersList viewer={{ id: me.id, isSuper: true, onSelf }} />);
    await expectText('No admin users found.');
  });

  it('offers a plain admin nothing to change', async () => {
    await open('', false);
    expect(screen.queryByRole('switch')).toBeNull();
    expect(screen.queryByRole('button', { name: /^(Edit|Delete)/ })).toBeNull();
  });

  it('offers no record to a plain admin by its address either', async () => {
    await open(`?open=${other.id}`, false);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('the switch of an admin', () => {
  it('keeps out at once, and lets in again by undo', async () => {
    await open();
    listed = pageOf([me, { ...other, active: false }]);
    await user.click(isActive('Karim Alaoui'));
    await waitFor(() => expect(isActive('Karim Alaoui')).not.toBeChecked());
    await expectText('Karim Alaoui may no longer come in.');
    await press('Undo');
    await waitFor(() => expect(sent('PATCH')[1]?.[1].body).toBe('{"active":true}'));
  });

  it.each([
    {
      why: 'the last super admin is meant',
      answer: refused(400, '23514', lastSuper),
      said: 'Error updating admin user: This is the last active super admin. Make another admin a super admin first.',
    },
    {
      why: 'no row was changed: a policy refuses without an error',
      answer: pageOf([]),
      said: 'Error updating admin user: You need super admin privileges to add, edit, or delete admin users.',
    },
  ])('is taken back, in words, where $why', async ({ answer, said }) => {
    change = answer;
    await open();
    await user.click(isActive('Karim Alaoui'));
    await expectText(said);
    await waitFor(() => expect(isActive('Karim Alaoui')).toBeChecked());
  });

  it('asks before one keeps oneself out', async () => {
    await open();
    await user.click(isActive('Amal Idrissi'));
    const asked = await question();
    expect(asked.getByText(/^This is your own record\. You will be signed out/)).toBeVisible();
    await user.click(asked.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(sent('PATCH')).toEqual([]);
    expect(isActive('Amal Idrissi')).toBeChecked();
  });
});

describe('the form of an admin', () => {
  const demote = async () => {
    await open(`?open=${me.id}`);
    const form = within(await screen.findByRole('dialog'));
    await enterText(form.getByRole('combobox', { name: /^Role/ }), 'admin');
    await user.click(form.getByRole('button', { name: 'Save changes' }));
    return { form, asked: await question() };
  };

  it('asks before one gives up their own rights, and keeps them', async () => {
    const { form, asked } = await demote();
    expect(asked.getByText(/no longer be able to manage admins/)).toBeVisible();
    await user.click(asked.getByRole('button', { name: 'Cancel' }));
    expect(await form.findByText('Nothing was changed.')).toBeVisible();
    expect(sent('PATCH')).toEqual([]);
    expect(onSelf).not.toHaveBeenCalled();
  });

  it('gives them up where the answer is yes, and looks who is in', async () => {
    const { asked } = await demote();
    await user.click(asked.getByRole('button', { name: 'Become a plain admin' }));
    await waitFor(() => expect(onSelf).toHaveBeenCalled());
    expect(sent('PATCH')[0]?.[1].body).toContain('"role":"admin"');
    await waitFor(() => expect(addressNow()).not.toContain('open='));
  });

  it('says that there must be a super admin, and stays', async () => {
    change = refused(400, '23514', lastSuper);
    const { form, asked } = await demote();
    await user.click(asked.getByRole('button', { name: 'Become a plain admin' }));
    expect(
      await form.findByText(/^Error updating admin user: This is the last active super admin\./),
    ).toBeVisible();
    expect(form.getByRole('combobox', { name: /^Role/ })).toHaveValue('admin');
  });

  it('has the history of the record', async () => {
    await open(`?open=${other.id}`);
    const form = within(await screen.findByRole('dialog'));
    await user.click(form.getByRole('button', { name: 'History' }));
    const asked = () => server.mock.calls.find(([url]) => url.includes('/audit_log'))?.[0] ?? '';
    await waitFor(() => expect(asked()).toContain(`row_id=eq.${other.id}`));
    expect(asked()).toContain('table_name=eq.admin_users');
  });
});

describe('deleting an admin', () => {
  const remove = async () => {
    await open();
    await press('Delete Karim Alaoui');
    const asked = await question();
    expect(
      asked.getByText(
        'Are you sure you want to delete this admin user? This action cannot be undone.',
      ),
    ).toBeVisible();
    return asked;
  };

  it('is asked first, then done', async () => {
    const asked = await remove();
    expect(sent('DELETE')).toEqual([]);
    listed = pageOf([me]);
    await user.click(asked.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByText('karim@example.org')).toBeNull());
    expect(sent('DELETE')[0]?.[0]).toContain(`id=eq.${other.id}`);
  });

  it('says why where the server refuses, and the record stays', async () => {
    change = refused(400, '23514', lastSuper);
    const asked = await remove();
    await user.click(asked.getByRole('button', { name: 'Delete' }));
    await expectText(/^Error deleting admin user: This is the last active super admin\./);
    expect(screen.getAllByText('karim@example.org')[0]).toBeVisible();
  });
});
