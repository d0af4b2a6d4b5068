import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { showAdmin } from '@tests/admin-page';
import { serve, type Server } from '@tests/page';
import { expectText } from '@tests/expect-text';
import { closeToasts, enterText, user } from '@tests/user';
import { sb } from '@/shared/api/client';
import { SecondFactors } from './second-factors';

type Answer = () => Promise<Response>;

const factor = (id: string, name: string) => ({
  id,
  friendly_name: name,
  factor_type: 'totp',
  status: 'verified',
  created_at: '2026-11-20T10:00:00Z',
});
const phone = factor('phone', 'Phone');
const tablet = factor('tablet', 'Tablet');

const json =
  (body: unknown): Answer =>
  () =>
    Promise.resolve(Response.json(body));
const version = { 'X-Supabase-Api-Version': '2024-01-01' }; // with it, auth-js reads the code
const refused =
  (status: number, code: string, message: string): Answer =>
  () =>
    Promise.resolve(Response.json({ code, message }, { status, headers: version }));
const disowned = refused(404, 'mfa_factor_not_found', 'Factor not found');

let server: Server;
/** The fake server; each test changes a part. */
let known: {
  factors: unknown[];
  /** How the session was opened: the claim amr of its token. */
  methods: { method: string; timestamp: number }[];
  left: Answer;
  made: Answer;
  verified: Answer;
  removed: Answer;
};

const account = () => ({
  id: 'user-1',
  aud: 'authenticated',
  email: 'amal@example.org',
  user_metadata: {},
  factors: known.factors,
});

function session(): Promise<Response> {
  const expiresAt = Math.floor(Date.now() / 1000) + 3600;
  const claims = { aal: 'aal2', amr: known.methods, exp: expiresAt };
  const token = [{ alg: 'HS256', typ: 'JWT' }, claims].map((part) => btoa(JSON.stringify(part)));
  const pair = { access_token: `${token.join('.')}.c2ln`.replaceAll('=', ''), refresh_token: 'r' };
  const life = { token_type: 'bearer', expires_in: 3600, expires_at: expiresAt };
  return Promise.resolve(Response.json({ ...pair, ...life, user: account() }));
}

function answer(url: string, { method }: RequestInit): Promise<Response> {
  const path = new URL(url).pathname.replace('/auth/v1', '');
  if (path === '/token') return session();
  if (path === '/user') return json(account())();
  if (path === '/factors/recovery-codes' && method === 'GET') return known.left();
  if (path.startsWith('/factors/recovery-codes') && method === 'POST') return known.made();
  if (path.endsWith('/challenge')) return json({ id: 'c', type: 'totp', expires_at: 4e9 })();
  if (path.endsWith('/verify')) return known.verified();
  if (method === 'DELETE') return known.removed();
  throw new Error(`${method} ${path}`);
}

const sent = (method: string) =>
  server.mock.calls
    .filter(([, init]) => init.method === method)
    .map(([url]) => new URL(url).pathname.replace('/auth/v1', ''));

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  known = {
    factors: [phone, tablet],
    methods: [
      { method: 'totp', timestamp: 2 },
      { method: 'password', timestamp: 1 },
    ],
    left: json({ id: 'r', type: 'recovery_code', total: 10, remaining: 7 }),
    made: json({ codes: ['abcdefgh12345678'] }),
    verified: session,
    removed: json({ id: 'phone' }),
  };
  server = await serve(session);
  server.mockImplementation(answer);
  await (await sb()).auth.signInWithPassword({ email: 'amal@example.org', password: 'secret' });
});

afterEach(async () => {
  await closeToasts();
  server.mockImplementation(() => Promise.resolve(new Response(null, { status: 204 })));
  await (await sb()).auth.signOut({ scope: 'local' });
});

const press = (name: string | RegExp) => user.click(screen.getByRole('button', { name }));
const confirm = async (action: string) => {
  const question = within(await screen.findByRole('alertdialog'));
  await user.click(question.getByRole('button', { name: action }));
};
const giveCode = async (code: string) => {
  await enterText(screen.getByLabelText('Code from the app'), code);
  await press('Continue');
};

describe('the own second factors', () => {
  it('are listed with their date, and the recovery codes are counted', async () => {
    showAdmin(<SecondFactors />);
    const list = within(await screen.findByRole('list', { name: 'Second factor' }));
    const [first, second] = list.getAllByRole('listitem');
    expect(first).toHaveTextContent(/^PhoneAdded on .*2026/);
    expect(second).toHaveTextContent(/^Tablet/);
    await expectText('7 recovery codes are left.');
  });

  it('are offered where there are none, without recovery codes', async () => {
    known.factors = [];
    showAdmin(<SecondFactors />);
    await expectText('No second factor is set up.');
    expect(screen.getByRole('button', { name: 'Set up an authenticator app' })).toBeVisible();
    expect(screen.queryByText('Recovery codes')).toBeNull();
  });

  it('can be loaded again after a failure', async () => {
    server.mockImplementation(refused(400, 'unexpected_failure', 'no'));
    showAdmin(<SecondFactors />);
    await expectText(/could not be loaded/);
    server.mockImplementation(answer);
    await press('Try again');
    expect(await screen.findByRole('list', { name: 'Second factor' })).toBeVisible();
  });

  it('are removed after a code where the server asks for one', async () => {
    known.removed = refused(422, 'insufficient_aal', 'AAL2 required');
    showAdmin(<SecondFactors />);
    await screen.findByRole('list', { name: 'Second factor' });
    await press('Remove Phone');
    await confirm('Remove');
    await expectText('For this change, give a code first.');
    await screen.findByLabelText('Code from the app');
    await enterText(screen.getByLabelText('Which app'), 'tablet');
    known.removed = json({ id: 'phone' });
    await giveCode('123 456');
    await expectText('Phone is removed.');
    expect(sent('POST')).toContain('/factors/tablet/verify');
    expect(sent('DELETE')).toEqual(['/factors/phone', '/factors/phone']);
  });

  it('take the recovery codes with the last one', async () => {
    known.factors = [phone];
    showAdmin(<SecondFactors />);
    await screen.findByRole('list', { name: 'Second factor' });
    await press('Remove Phone');
    await confirm('Remove');
    await expectText('Phone is removed.');
    expect(sent('DELETE')).toEqual(['/factors/recovery-codes', '/factors/phone']);
  });

  it('keep the last one after a recovery code: no code would be left to remove it with', async () => {
    known.factors = [phone];
    known.methods = [...known.methods, { method: 'mfa/recovery_code', timestamp: 3 }];
    await (await sb()).auth.signInWithPassword({ email: 'amal@example.org', password: 'secret' });
    showAdmin(<SecondFactors />);
    await screen.findByRole('list', { name: 'Second factor' });
    await press('Remove Phone');
    await confirm('Remove');
    await expectText(/Add your new app first/);
    expect(sent('DELETE')).toEqual([]);
  });
});

describe('a code that is refused', () => {
  it.each([
    [422, 'mfa_verification_failed', /^This code is wrong or was used already/],
    [422, 'mfa_challenge_expired', /^That took too long/],
    [429, 'over_request_rate_limit', /^Too many wrong codes/],
  ])('%i %s is explained', async (status, code, text) => {
    known.removed = refused(422, 'insufficient_aal', 'AAL2 required');
    known.verified = refused(status, code, 'no');
    showAdmin(<SecondFactors />);
    await screen.findByRole('list', { name: 'Second factor' });
    await press('Remove Tablet');
    await confirm('Remove');
    await screen.findByLabelText('Code from the app');
    await giveCode('123456');
    await expectText(text);
    expect(screen.getByLabelText('Code from the app')).toHaveValue('123456');
  });
});

describe('new recovery codes', () => {
  it('are shown once, also after a code that the server asked for', async () => {
    known.made = refused(403, 'insufficient_aal', 'AAL2 required');
    showAdmin(<SecondFactors />);
    await screen.findByText('7 recovery codes are left.');
    await press('Make new recovery codes');
    await confirm('Make new codes');
    await screen.findByLabelText('Code from the app');
    known.made = json({ codes: ['abcdefgh12345678'] });
    await giveCode('123456');
    await expectText('abcd-efgh-1234-5678');
    expect(screen.getByRole('link', { name: 'Download' })).toHaveAttribute(
      'href',
      expect.stringContaining('abcd-efgh-1234-5678'),
    );
    await press('I have kept them');
    await waitFor(() => expect(screen.queryByText('abcd-efgh-1234-5678')).toBeNull());
  });

  it('are the first ones where there were none', async () => {
    known.left = disowned;
    showAdmin(<SecondFactors />);
    await expectText('You have no recovery codes.');
    await press('Make new recovery codes');
    await expectText('abcd-efgh-1234-5678');
    expect(sent('POST')).toContain('/factors/recovery-codes');
  });
});
