import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sb } from '@/shared/api/client';
import { addressNow, showAdmin } from '@tests/admin-page';
import { calledWith, serve, type Server } from '@tests/page';
import { expectText } from '@tests/expect-text';
import { enterText, user } from '@tests/user';
import { AddAdminDrawer } from './add-admin-drawer';

let server: Server;

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  server = await serve(() => Promise.resolve(Response.json(session())));
  await signIn();
});

const account = { id: 'a', aud: 'authenticated', email: 'amal@example.org', user_metadata: {} };
const session = () => ({
  access_token: 'header.e30.signature',
  refresh_token: 'refresh',
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: Math.floor(Date.now() / 1000) + 3600,
  user: account,
});

async function signIn() {
  const client = await sb();
  await client.auth.signInWithPassword({ email: account.email, password: 'secret' });
}

const refusal = (status: number, error?: string) => () =>
  Promise.resolve(Response.json(error === undefined ? {} : { error }, { status }));

async function add(password = ' secret') {
  showAdmin(<AddAdminDrawer />, '/admin/users?open=new');
  const form = within(await screen.findByRole('dialog', { name: 'New admin' }));
  await enterText(form.getByLabelText(/^E-mail/), ' nadia@example.org ');
  await enterText(form.getByLabelText(/^Password/), password);
  await user.click(form.getByRole('button', { name: 'Add this admin' }));
  return form;
}

describe('the form of a new admin', () => {
  it('sends what was typed, the password as it is, and closes', async () => {
    await add();
    await expectText('nadia@example.org can sign in now.');
    expect(calledWith(server, 'create-admin-user')).toEqual({
      email: 'nadia@example.org',
      password: ' secret',
      role: 'admin',
      full_name: null,
    });
    await waitFor(() => expect(addressNow()).not.toContain('open='));
  });

  it('refuses a short password before it is sent', async () => {
    const form = await add('five5');
    expect(await form.findByText('Password must be at least 6 characters long')).toBeVisible();
    expect(calledWith(server, 'create-admin-user')).toBeUndefined();
  });

  it('names the fields that are needed', async () => {
    showAdmin(<AddAdminDrawer />, '/admin/users?open=new');
    const form = within(await screen.findByRole('dialog', { name: 'New admin' }));
    await user.click(form.getByRole('button', { name: 'Add this admin' }));
    expect(await form.findByText('Write an e-mail address.')).toBeVisible();
    expect(form.getByText('Password must be at least 6 characters long')).toBeVisible();
  });

  it.each([
    {
      answer: refusal(409, 'An admin user with this email already exists.'),
      said: 'An admin user with this email already exists.',
    },
    {
      answer: refusal(400, 'Password must be at least 6 characters long'),
      said: 'Password must be at least 6 characters long',
    },
    {
      answer: refusal(403, 'You need super admin privileges to add, edit, or delete admin users.'),
      said: 'You need super admin privileges to add, edit, or delete admin users.',
    },
    { answer: refusal(422, 'no such role'), said: 'Error creating admin user: no such role' },
    { answer: refusal(500), said: 'Error creating admin user: Unknown error' },
    {
      answer: () => Promise.reject(new TypeError('Failed to fetch')),
      said: 'Unexpected error creating admin user: We could not reach the server. Check your connection, then try again.',
    },
  ])('says "$said", and keeps every word', async ({ answer, said }) => {
    server.mockImplementation(answer);
    const form = await add();
    expect(await form.findByRole('alert')).toHaveTextContent(said);
    expect(form.getByLabelText(/^Password/)).toHaveValue(' secret');
  });

  it('says that nobody is signed in', async () => {
    const client = await sb();
    await client.auth.signOut({ scope: 'local' });
    const form = await add();
    expect(await form.findByRole('alert')).toHaveTextContent(
      'You must be logged in to create admin users.',
    );
  });
});
