import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { refused, serve, show, type Server } from '../../../tests/page';
import { sb } from '../../api/client';
import { AdminAuthProvider } from './admin-auth-provider';
import { useAdminAuth } from './use-admin-auth';

const userId = '00000000-0000-4000-8000-00000000000a';
const adminRow = { id: 'row-1', auth_user_id: userId, email: 'amal@example.org', role: 'admin' };
const user = { id: userId, aud: 'authenticated', email: 'amal@example.org', user_metadata: {} };

const json = (body: unknown, status = 200) => Promise.resolve(Response.json(body, { status }));
const nothing = () => Promise.resolve(new Response(null, { status: 204 }));

/** What the server knows; each test changes what it is about. */
let known: { admins: unknown[]; passwordIsRight: boolean; adminsFail: boolean };
let server: Server;

function answer(url: string, init: RequestInit): Promise<Response> {
  const { pathname } = new URL(url);
  if (pathname === '/auth/v1/token') return known.passwordIsRight ? session() : wrongPassword();
  if (pathname === '/rest/v1/admin_users' && init.method === 'GET') {
    return known.adminsFail ? refused(400, 'PGRST100', 'no')() : json(known.admins);
  }
  return nothing();
}

function session(): Promise<Response> {
  const expiresAt = Math.floor(Date.now() / 1000) + 3600;
  const tokens = { access_token: 'header.e30.signature', refresh_token: 'refresh' };
  return json({ ...tokens, token_type: 'bearer', expires_in: 3600, expires_at: expiresAt, user });
}

const wrongPassword = () =>
  json({ code: 'invalid_credentials', message: 'Invalid login credentials' }, 400);

function Probe() {
  const { user: who, adminUser, loading, isAdmin, signIn, signOut } = useAdminAuth();
  const state = { user: who?.email ?? null, role: adminUser?.role ?? null, loading, isAdmin };
  const tryIt = () => {
    signIn('amal@example.org', 'secret').catch((error: unknown) => console.warn(String(error)));
  };
  return (
    <>
      <output>{JSON.stringify(state)}</output>
      <button type="button" onClick={tryIt}>
        in
      </button>
      <button type="button" onClick={() => void signOut()}>
        out
      </button>
    </>
  );
}

const probe = () =>
  show(
    <AdminAuthProvider>
      <Probe />
    </AdminAuthProvider>,
  );
const state = (): unknown => JSON.parse(screen.getByRole('status').textContent);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const called = (method: string, path: string) =>
  server.mock.calls.filter(
    ([url, init]) => init.method === method && new URL(url).pathname === path,
  );

const out = { user: null, role: null, loading: false, isAdmin: false };
const isIn = { user: 'amal@example.org', role: 'admin', loading: false, isAdmin: true };

beforeEach(async () => {
  known = { admins: [adminRow], passwordIsRight: true, adminsFail: false };
  server = await serve(nothing);
  server.mockImplementation(answer);
});
afterEach(async () => {
  await (await sb()).auth.signOut({ scope: 'local' });
});

describe('the admin auth', () => {
  it('throws outside its provider', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    expect(() => show(<Probe />)).toThrow('useAdminAuth must be used within an AdminAuthProvider');
  });

  it('is loading until the stored session was read, then nobody', async () => {
    probe();
    expect(state()).toEqual({ ...out, loading: true });
    await waitFor(() => expect(state()).toEqual(out));
  });

  it('takes an active admin in, and records when', async () => {
    probe();
    await waitFor(() => expect(state()).toEqual(out));
    press('in');
    await waitFor(() => expect(state()).toEqual(isIn));
    const [lookup] = called('GET', '/rest/v1/admin_users');
    expect(Object.fromEntries(new URL(lookup?.[0] ?? '').searchParams)).toEqual({
      select: '*',
      auth_user_id: `eq.${userId}`,
      active: 'eq.true',
      limit: '1',
    });
    await waitFor(() => expect(called('PATCH', '/rest/v1/admin_users')).toHaveLength(1));
    const [stamp] = called('PATCH', '/rest/v1/admin_users');
    expect(new URL(stamp?.[0] ?? '').searchParams.get('id')).toBe('eq.row-1');
    expect(stamp?.[1].body).toMatch(/^\{"last_login":"\d{4}-\d\d-\d\dT[^"]+Z"\}$/);
  });

  it('reads the stored session at the start', async () => {
    await (await sb()).auth.signInWithPassword({ email: user.email, password: 'secret' });
    probe();
    expect(state()).toMatchObject({ loading: true, isAdmin: false });
    await waitFor(() => expect(state()).toEqual(isIn));
  });

  it('signs a stranger out at once', async () => {
    known.admins = [];
    const told = vi.spyOn(console, 'warn').mockImplementation(() => {});
    probe();
    await waitFor(() => expect(state()).toEqual(out));
    press('in');
    await waitFor(() => expect(told).toHaveBeenCalledWith('NotAdmin: Not authorized as admin'));
    await waitFor(() => expect(state()).toEqual(out));
    expect(called('POST', '/auth/v1/logout')).toHaveLength(1);
    expect(called('PATCH', '/rest/v1/admin_users')).toHaveLength(0);
    expect((await (await sb()).auth.getSession()).data.session).toBeNull();
  });

  it('passes the server’s message on', async () => {
    known.passwordIsRight = false;
    const told = vi.spyOn(console, 'warn').mockImplementation(() => {});
    probe();
    await waitFor(() => expect(state()).toEqual(out));
    press('in');
    await waitFor(() => expect(told).toHaveBeenCalledWith('Failure: Invalid login credentials'));
    expect(state()).toEqual(out);
  });

  it('takes a failed lookup for no admin, and logs it', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    await (await sb()).auth.signInWithPassword({ email: user.email, password: 'secret' });
    known.adminsFail = true;
    probe();
    await waitFor(() => expect(state()).toEqual({ ...out, user: 'amal@example.org' }));
    expect(log).toHaveBeenCalledWith('admin record', expect.anything());
  });

  it('forgets everything when the person leaves', async () => {
    await (await sb()).auth.signInWithPassword({ email: user.email, password: 'secret' });
    probe();
    await waitFor(() => expect(state()).toEqual(isIn));
    press('out');
    await waitFor(() => expect(state()).toEqual(out));
  });

  it('follows a session that ends elsewhere', async () => {
    await (await sb()).auth.signInWithPassword({ email: user.email, password: 'secret' });
    probe();
    await waitFor(() => expect(state()).toEqual(isIn));
    await act(async () => {
      await (await sb()).auth.signOut({ scope: 'local' });
    });
    await waitFor(() => expect(state()).toEqual(out));
  });
});
