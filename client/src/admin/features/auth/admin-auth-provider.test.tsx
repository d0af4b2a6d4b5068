import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { refused, serve, show, type Server } from '@tests/page';
import { user } from '@tests/user';
import { sb } from '@/shared/api/client';
import { setDirty } from '@/admin/kit/unsaved';
import { AdminAuthProvider } from './admin-auth-provider';
import { useAdminAuth } from './use-admin-auth';

const userId = '00000000-0000-4000-8000-00000000000a';
const adminRow = { id: 'row-1', auth_user_id: userId, email: 'amal@example.org', role: 'admin' };
const account = { id: userId, aud: 'authenticated', email: 'amal@example.org', user_metadata: {} };

const json = (body: unknown, status = 200) => Promise.resolve(Response.json(body, { status }));
const nothing = () => Promise.resolve(new Response(null, { status: 204 }));

/** The state of the fake server; each test changes a part. */
let known: {
  admins: unknown[];
  passwordIsRight: boolean;
  adminsFail: boolean;
  /** Whether the server still knows the session, and what it answers to a question for orders. */
  sessionIsKnown: boolean;
  orders: () => Promise<Response>;
  signOut: () => Promise<Response>;
  /** What the session lacks: the answer of missing_second_factor. */
  missing: 'code' | 'enrol' | null;
};
let server: Server;

function answer(url: string, init: RequestInit): Promise<Response> {
  const { pathname } = new URL(url);
  if (pathname === '/auth/v1/token') return known.passwordIsRight ? session() : wrongPassword();
  if (pathname === '/rest/v1/admin_users' && init.method === 'GET') {
    return known.adminsFail ? refused(400, 'PGRST100', 'no')() : json(known.admins);
  }
  if (pathname === '/rest/v1/rpc/missing_second_factor') return json(known.missing);
  if (pathname === '/auth/v1/user' && !known.sessionIsKnown) return disowned();
  if (pathname === '/auth/v1/user') return json(account);
  if (pathname === '/auth/v1/logout') return known.signOut();
  if (pathname === '/rest/v1/book_orders') return known.orders();
  return nothing();
}

const disowned = () => json({ code: 'session_not_found', message: 'no such session' }, 403);

let tokens = 0;

function session(): Promise<Response> {
  const expiresAt = Math.floor(Date.now() / 1000) + 3600;
  tokens += 1;
  const pair = { access_token: `header.e30.signature${tokens}`, refresh_token: 'refresh' };
  return json({
    ...pair,
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: expiresAt,
    user: account,
  });
}

const wrongPassword = () =>
  json({ code: 'invalid_credentials', message: 'Invalid login credentials' }, 400);

function Probe() {
  const { user: who, adminUser, loading, isAdmin, hasExpired, signIn, signOut } = useAdminAuth();
  const state = {
    user: who?.email ?? null,
    role: adminUser?.role ?? null,
    loading,
    isAdmin,
    hasExpired,
  };
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
const press = (name: string) => user.click(screen.getByRole('button', { name }));
const called = (method: string, path: string) =>
  server.mock.calls.filter(
    ([url, init]) => init.method === method && new URL(url).pathname === path,
  );

const out = { user: null, role: null, loading: false, isAdmin: false, hasExpired: false };
const isIn = { ...out, user: 'amal@example.org', role: 'admin', isAdmin: true };
const isAsked = { ...out, role: 'admin', hasExpired: true };

beforeEach(async () => {
  known = {
    admins: [adminRow],
    passwordIsRight: true,
    adminsFail: false,
    sessionIsKnown: true,
    orders: () => json([]),
    signOut: nothing,
    missing: null,
  };
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
    await press('in');
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
    await (await sb()).auth.signInWithPassword({ email: account.email, password: 'secret' });
    probe();
    expect(state()).toMatchObject({ loading: true, isAdmin: false });
    await waitFor(() => expect(state()).toEqual(isIn));
  });

  it('signs a stranger out at once', async () => {
    known.admins = [];
    const told = vi.spyOn(console, 'warn').mockImplementation(() => {});
    probe();
    await waitFor(() => expect(state()).toEqual(out));
    await press('in');
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
    await press('in');
    await waitFor(() => expect(told).toHaveBeenCalledWith('Failure: Invalid login credentials'));
    expect(state()).toEqual(out);
  });

  it('takes a failed lookup for no admin, and logs it', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    await (await sb()).auth.signInWithPassword({ email: account.email, password: 'secret' });
    known.adminsFail = true;
    probe();
    await waitFor(() => expect(state()).toEqual({ ...out, user: 'amal@example.org' }));
    expect(log).toHaveBeenCalledWith('admin record', expect.anything());
  });

  it('forgets everything when the person leaves', async () => {
    await (await sb()).auth.signInWithPassword({ email: account.email, password: 'secret' });
    probe();
    await waitFor(() => expect(state()).toEqual(isIn));
    await press('out');
    await waitFor(() => expect(state()).toEqual(out));
  });

  it('closes the screens before the server ends the session, which refuses what they ask for', async () => {
    await comeIn();
    let atTheEnd: unknown;
    known.signOut = () => {
      atTheEnd = state();
      return nothing();
    };
    await press('out');
    await waitFor(() => expect(atTheEnd).toEqual(out));
  });

  it('keeps who is in when a later lookup fails', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    await comeIn();
    known.adminsFail = true;
    await act(async () => {
      await (await sb()).auth.refreshSession();
    });
    await waitFor(() => expect(called('GET', '/rest/v1/admin_users')).toHaveLength(2));
    expect(state()).toEqual(isIn);
  });
});

/** Signs in and renders the back-office. */
async function comeIn(): Promise<void> {
  await (await sb()).auth.signInWithPassword({ email: account.email, password: 'secret' });
  probe();
  await waitFor(() => expect(state()).toEqual(isIn));
}

const askForOrders = async () => (await sb()).from('book_orders').select('id');
const tokensSent = () =>
  called('GET', '/rest/v1/book_orders').map(([, init]) =>
    new Headers(init.headers).get('Authorization'),
  );

describe('a second factor', () => {
  const isBefore = { ...isIn, isAdmin: false };
  const verified = () =>
    act(async () => {
      await (await sb()).auth.refreshSession(); // as a verified factor does, it makes a new token
    });

  it.each(['code', 'enrol'] as const)(
    'is due before the back-office opens: %s',
    async (missing) => {
      known.missing = missing;
      probe();
      await waitFor(() => expect(state()).toEqual(out));
      await press('in');
      await waitFor(() => expect(state()).toEqual(isBefore));
      expect(called('PATCH', '/rest/v1/admin_users')).toHaveLength(0);
      known.missing = null;
      await verified();
      await waitFor(() => expect(state()).toEqual(isIn));
      await waitFor(() => expect(called('PATCH', '/rest/v1/admin_users')).toHaveLength(1));
    },
  );

  it('that is due by now is asked for over the open page', async () => {
    await comeIn();
    known.missing = 'enrol';
    await verified();
    await waitFor(() => expect(state()).toEqual({ ...isBefore, hasExpired: true }));
    known.missing = null;
    await verified();
    await waitFor(() => expect(state()).toEqual(isIn));
  });

  it('is due after the password of an expired session too; a call waits for both', async () => {
    await comeIn();
    await act(async () => {
      await (await sb()).auth.signOut({ scope: 'local' });
    });
    const orders = askForOrders();
    await waitFor(() => expect(state()).toEqual(isAsked));
    known.missing = 'code';
    await press('in');
    await waitFor(() => expect(state()).toEqual({ ...isBefore, hasExpired: true }));
    expect(tokensSent()).toEqual([]);
    known.missing = null;
    await verified();
    expect((await orders).error).toBeNull();
    expect(tokensSent()).toEqual([`Bearer header.e30.signature${tokens}`]);
  });

  it('that was not given before the session ended leads back to the sign-in page', async () => {
    known.missing = 'code';
    await (await sb()).auth.signInWithPassword({ email: account.email, password: 'secret' });
    probe();
    await waitFor(() => expect(state()).toEqual(isBefore));
    await act(async () => {
      await (await sb()).auth.signOut({ scope: 'local' });
    });
    await waitFor(() => expect(state()).toEqual(out));
  });
});

describe('a session that ends under the work', () => {
  const leaveElsewhere = async () => {
    const elsewhere = new BroadcastChannel('toubkal-admin-left');
    const heard = new BroadcastChannel('toubkal-admin-left');
    const arrived = new Promise((resolve) => heard.addEventListener('message', resolve));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
    elsewhere.postMessage('');
    await act(async () => void (await arrived));
    elsewhere.close();
    heard.close();
  };
  const endIt = () =>
    act(async () => {
      await (await sb()).auth.signOut({ scope: 'local' });
    });
  const endUntilAsked = async () => {
    await endIt();
    await waitFor(() => expect(state()).toEqual(isAsked));
  };

  it('leaves the admin there, and asks', async () => {
    await comeIn();
    await endUntilAsked();
    await press('in');
    await waitFor(() => expect(state()).toEqual(isIn));
    await waitFor(() => expect(called('PATCH', '/rest/v1/admin_users')).toHaveLength(2));
  });

  it('holds a call until there is a session again, and sends nothing as a visitor', async () => {
    await comeIn();
    await endIt();
    const orders = askForOrders();
    await waitFor(() => expect(state()).toEqual(isAsked));
    expect(tokensSent()).toEqual([]);
    await press('in');
    expect((await orders).error).toBeNull();
    expect(tokensSent()).toEqual([`Bearer header.e30.signature${tokens}`]);
  });

  it('sends a refused call again where the server no longer knows the session', async () => {
    await comeIn();
    const first = tokens;
    known.orders = refused(401, 'PGRST301', 'JWT expired');
    known.sessionIsKnown = false;
    known.passwordIsRight = false; // nor does it refresh it
    const orders = askForOrders();
    await waitFor(() => expect(state()).toEqual(isAsked));
    known.orders = () => json([{ id: 'order-1' }]);
    known.passwordIsRight = true;
    await press('in');
    expect((await orders).data).toEqual([{ id: 'order-1' }]);
    expect(tokensSent()).toEqual([
      `Bearer header.e30.signature${first}`,
      `Bearer header.e30.signature${tokens}`,
    ]);
    expect(tokens).toBeGreaterThan(first);
  });

  it('renews in silence a token that is no longer taken', async () => {
    await comeIn();
    known.orders = () => {
      known.orders = () => json([{ id: 'order-1' }]);
      return refused(401, 'PGRST301', 'JWT expired')();
    };
    known.sessionIsKnown = false;
    expect((await askForOrders()).data).toEqual([{ id: 'order-1' }]);
    expect(state()).toEqual(isIn);
  });

  it('lets a refusal stand that is by right', async () => {
    await comeIn();
    known.orders = refused(403, '42501', 'permission denied');
    expect((await askForOrders()).error).toMatchObject({ code: '42501' });
    expect(called('GET', '/rest/v1/book_orders')).toHaveLength(1);
    expect(state()).toEqual(isIn);
  });

  it('is over once the admin leaves: what was held fails', async () => {
    await comeIn();
    await endIt();
    known.orders = refused(401, '42501', 'permission denied');
    const orders = askForOrders();
    await waitFor(() => expect(state()).toEqual(isAsked));
    await press('out');
    await waitFor(() => expect(state()).toEqual(out));
    expect((await orders).error).toMatchObject({ code: '42501' });
  });

  it.each([
    { name: 'another tab that leaves by the button', unsaved: false, late: false, want: out },
    { name: 'it when told after a refusal, too', unsaved: false, late: true, want: out },
    { name: 'no other tab while words would be lost', unsaved: true, late: false, want: isAsked },
  ])('follows $name', async ({ unsaved, late, want }) => {
    await comeIn();
    const saved = unsaved ? setDirty() : () => {};
    if (late) await endUntilAsked();
    await leaveElsewhere();
    if (!late) await endIt();
    await waitFor(() => expect(state()).toEqual(want));
    saved();
  });
});
