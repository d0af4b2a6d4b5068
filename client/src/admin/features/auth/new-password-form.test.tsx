import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serve, show, type Server } from '@tests/page';
import { expectText } from '@tests/expect-text';
import { enterText, user } from '@tests/user';
import { sb } from '@/shared/api/client';
import { AdminAuthProvider } from './admin-auth-provider';
import { NewPasswordForm } from './new-password-form';

const account = {
  id: '00000000-0000-4000-8000-00000000000a',
  aud: 'authenticated',
  user_metadata: {},
};

const json = (body: unknown, status = 200) => Promise.resolve(Response.json(body, { status }));

let server: Server;
/** What the server answers to the change of the password. */
let change: () => Promise<Response>;

function answer(url: string, init: RequestInit): Promise<Response> {
  const { pathname } = new URL(url);
  if (pathname === '/auth/v1/token') return session();
  if (pathname !== '/auth/v1/user') return json([]);
  return init.method === 'PUT' ? change() : json(account);
}

function session(): Promise<Response> {
  const expiresAt = Math.floor(Date.now() / 1000) + 3600;
  const pair = { access_token: 'header.e30.signature', refresh_token: 'refresh' };
  return json({
    ...pair,
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: expiresAt,
    user: account,
  });
}

const refuseWith =
  (code: string, status: number, more: object = {}) =>
  () =>
    Promise.resolve(
      Response.json(
        { code, message: 'The text of the server.', ...more },
        { status, headers: { 'X-Supabase-Api-Version': '2024-01-01' } },
      ),
    );

const fill = (label: RegExp, value: string) => enterText(screen.getByLabelText(label), value);

async function choose(password: string): Promise<void> {
  await fill(/^New password/, password);
  await fill(/^The same again/, password);
  await user.click(screen.getByRole('button', { name: 'Keep this password' }));
}

const sent = () =>
  server.mock.calls
    .filter(([, init]) => init.method === 'PUT')
    .map(([, init]): unknown => JSON.parse(typeof init.body === 'string' ? init.body : 'null'));

beforeEach(async () => {
  server = await serve(() => json([]));
  server.mockImplementation(answer);
  await (await sb()).auth.signInWithPassword({ email: 'amal@example.org', password: 'once' });
  show(
    <AdminAuthProvider>
      <NewPasswordForm />
    </AdminAuthProvider>,
  );
});
afterEach(async () => {
  await (await sb()).auth.signOut({ scope: 'local' });
});

describe('the form of a new password', () => {
  it('says that a password is easy to guess, in the language of the page', async () => {
    const reasons = ['characters', 'pwned', 'a reason of a later server'];
    change = refuseWith('weak_password', 422, { weak_password: { reasons } });
    await choose('letmein');
    const refusal = await screen.findByText(/too easy to guess/);
    expect(refusal).toHaveTextContent('Mix lower-case letters');
    expect(refusal).toHaveTextContent('that attackers try first');
    expect(refusal).not.toHaveTextContent('too short');
    expect(screen.queryByLabelText(/^Your present password/)).toBeNull();
  });

  it('asks for the present password if the sign-in was long ago', async () => {
    change = refuseWith('reauthentication_needed', 400);
    await choose('a good password');
    await expectText(/give your present password too/);
    change = refuseWith('current_password_invalid', 400);
    await fill(/^Your present password/, 'wrong one');
    await choose('a good password');
    await expectText('Your present password is not right');
    change = () => json(account);
    await fill(/^Your present password/, 'once');
    await choose('a good password');
    await waitFor(() => expect(sent()).toHaveLength(3));
    expect(sent()).toMatchObject([
      { password: 'a good password' },
      { password: 'a good password', current_password: 'wrong one' },
      { password: 'a good password', current_password: 'once' },
    ]);
    expect(sent()[0]).not.toHaveProperty('current_password');
  });
});
