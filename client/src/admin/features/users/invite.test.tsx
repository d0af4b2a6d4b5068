import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sb } from '@/shared/api/client';
import { addressNow, pageOf, showAdmin } from '@tests/admin-page';
import { calledWith, rows, serve, type Server } from '@tests/page';
import { expectText } from '@tests/expect-text';
import { closeToasts, enterText, user } from '@tests/user';
import type { AdminRecord } from './admin-record';
import { AdminUsersList } from './admin-users-list';
import { InviteAdminDrawer } from './invite-admin-drawer';

const account = { id: 'a', aud: 'authenticated', email: 'amal@example.org', user_metadata: {} };
const session = () => ({
  access_token: 'header.e30.signature',
  refresh_token: 'refresh',
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: Math.floor(Date.now() / 1000) + 3600,
  user: account,
});
const me: AdminRecord = {
  id: '00000000-0000-4000-8000-000000000001',
  auth_user_id: '00000000-0000-4000-8000-0000000000a1',
  email: 'amal@example.org',
  full_name: null,
  role: 'super_admin',
  active: true,
  created_at: '2026-11-20T10:00:00Z',
  last_login: '2026-11-21T10:00:00Z',
  invited_at: null,
  second_factor_removed_at: null,
};
const pending: AdminRecord = {
  ...me,
  id: '00000000-0000-4000-8000-000000000002',
  email: 'nadia@example.org',
  role: 'admin',
  last_login: null,
  invited_at: '2026-11-21T10:00:00Z',
  second_factor_removed_at: null,
};
const accepted: AdminRecord = {
  ...pending,
  id: '00000000-0000-4000-8000-000000000003',
  email: 'karim@example.org',
  last_login: '2026-11-21T11:00:00Z',
};

let server: Server;
/** How a function or a call of the auth server is answered. */
let answer: () => Promise<Response>;
const json =
  (body: unknown, status = 200) =>
  () =>
    Promise.resolve(Response.json(body, { status }));
const calls = (method: string, path: string) =>
  server.mock.calls.filter(
    ([url, init]) => init.method === method && new URL(url).pathname === path,
  );

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  answer = json(session());
  server = await serve(() => answer());
  await (await sb()).auth.signInWithPassword({ email: account.email, password: 'secret' });
  answer = json({ user: { id: 'b', email: 'nadia@example.org' } });
  server.mockImplementation((url) => {
    const { pathname } = new URL(url);
    if (pathname === '/rest/v1/admin_users') return pageOf([me, pending, accepted])();
    return pathname === '/rest/v1/rpc/admins_with_second_factor' ? rows([])() : answer();
  });
});

afterEach(closeToasts);

async function fill() {
  showAdmin(<InviteAdminDrawer />, '/admin/users?open=invite');
  const form = within(await screen.findByRole('dialog', { name: 'Invite an admin' }));
  await enterText(form.getByLabelText(/^E-mail/), ' nadia@example.org ');
  await enterText(form.getByLabelText(/^Language/), 'ar');
  await user.click(form.getByRole('button', { name: 'Send the invitation' }));
  return form;
}

describe('the form of an invitation', () => {
  it('sends no password, says who gets a mail, and closes', async () => {
    await fill();
    await expectText(/An invitation was sent to nadia@example.org/);
    expect(calledWith(server, 'invite-admin-user')).toEqual({
      email: 'nadia@example.org',
      role: 'admin',
      full_name: null,
      language: 'ar',
      redirect_to: `${window.location.origin}/admin/password?lang=ar`,
    });
    await waitFor(() => expect(addressNow()).not.toContain('open='));
  });

  it.each([
    {
      status: 409,
      error: 'An admin user with this email already exists.',
      said: 'An admin user with this email already exists.',
    },
    {
      status: 429,
      error: 'Too many invitations were sent. Try again in an hour.',
      said: 'Too many invitations were sent. Try again in an hour.',
    },
    { status: 422, error: 'This server sends no mail', said: 'Add the admin with a password' },
  ])('says "$said", and keeps what was typed', async ({ status, error, said }) => {
    answer = json({ error }, status);
    const form = await fill();
    expect(await form.findByRole('alert')).toHaveTextContent(said);
    expect(form.getByLabelText(/^E-mail/)).toHaveValue('nadia@example.org');
  });

  it('says that an e-mail address is needed', async () => {
    showAdmin(<InviteAdminDrawer />, '/admin/users?open=invite');
    const form = within(await screen.findByRole('dialog', { name: 'Invite an admin' }));
    await user.click(form.getByRole('button', { name: 'Send the invitation' }));
    expect(await form.findByText('Write an e-mail address.')).toBeVisible();
    expect(calledWith(server, 'invite-admin-user')).toBeUndefined();
  });
});

describe('the list with a pending invitation', () => {
  const open = async (isSuper = true) => {
    showAdmin(<AdminUsersList viewer={{ id: me.id, isSuper, onSelf: () => {} }} />);
    await screen.findAllByText('nadia@example.org');
  };
  const press = (name: string) => user.click(screen.getByRole('button', { name }));

  it('shows it, and the others without it', async () => {
    await open();
    expect(screen.getAllByText(/^Invited on/)).toHaveLength(1);
  });

  it('sends it again, with its role and name', async () => {
    await open();
    await press('Send the invitation again to nadia@example.org');
    await expectText(/An invitation was sent to nadia@example.org/);
    expect(calledWith(server, 'invite-admin-user')).toMatchObject({
      email: 'nadia@example.org',
      role: 'admin',
      full_name: null,
    });
  });

  it('says why it was not sent', async () => {
    answer = json({ error: 'An admin user with this email already exists.' }, 409);
    await open();
    await press('Send the invitation again to nadia@example.org');
    await expectText(/with this email already exists/);
  });

  it('withdraws it after a question', async () => {
    await open();
    await press('Withdraw the invitation of nadia@example.org');
    const question = within(await screen.findByRole('alertdialog'));
    expect(question.getByText(/The link stops working/)).toBeVisible();
    await user.click(question.getByRole('button', { name: 'Withdraw' }));
    await expectText(/invitation of nadia@example.org is withdrawn/);
    expect(calls('DELETE', '/rest/v1/admin_users')).toHaveLength(1);
  });

  it('offers nothing to a plain admin', async () => {
    await open(false);
    expect(screen.getAllByText(/^Invited on/)).toHaveLength(1);
    expect(screen.queryByRole('button', { name: /invitation|password/ })).toBeNull();
  });

  it('sends a link for a new password to a colleague, not to oneself', async () => {
    await open();
    expect(screen.getAllByRole('button', { name: /^Send a password link/ })).toHaveLength(1);
    await press('Send a password link to karim@example.org');
    await expectText(/A link for a new password was sent/);
    const [call] = calls('POST', '/auth/v1/recover');
    expect(call?.[1].body).toContain('karim@example.org');
    answer = json({ code: 'over_email_send_rate_limit', message: 'wait' }, 429);
    await press('Send a password link to karim@example.org');
    await expectText(/Wait a minute/);
  });
});
