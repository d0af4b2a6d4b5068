import { AuthClient as LoadedAuth } from '@supabase/auth-js';
import { createClient } from '@supabase/supabase-js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AuthClient, loadAuth } from './deferred-auth';

const url = 'http://localhost:8000/auth/v1';
/** Another in each test, since auth-js counts its clients by it. */
let storageKey = '';
let tests = 0;
const user = { id: '00000000-0000-4000-8000-00000000000a', email: 'amal@example.org' };

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

const session = (token: string, seconds = 3600) => ({
  access_token: `header.e30.${token}`,
  refresh_token: 'refresh',
  token_type: 'bearer',
  expires_in: seconds,
  expires_at: inSeconds(seconds),
  user,
});

const store = (value: unknown) => localStorage.setItem(storageKey, JSON.stringify(value));

/** The requests that auth-js sends; the tokens that the server gives. */
const requests: string[] = [];
let answer: () => Response;

const fetch = vi.fn<typeof globalThis.fetch>((input) => {
  requests.push(new Request(input).url);
  return Promise.resolve(answer());
});

const deferred = () =>
  new AuthClient({ url, storageKey, fetch, autoRefreshToken: false, persistSession: true });

/** The events of a listener, each with its token. */
function eventsOf(client: Pick<AuthClient, 'onAuthStateChange'>) {
  const events: string[] = [];
  const { data } = client.onAuthStateChange((event, current) => {
    events.push(`${event} ${current?.access_token.split('.')[2] ?? 'none'}`);
  });
  return { events, stop: data.subscription.unsubscribe };
}

beforeEach(() => {
  localStorage.clear();
  storageKey = `sb-test-${++tests}-auth-token`;
  requests.length = 0;
  answer = () => Response.json(session('refreshed'));
  window.history.replaceState(null, '', '/admin');
});
afterEach(() => {
  window.history.replaceState(null, '', '/');
});

describe('auth-js, loaded on first use', () => {
  it('is not needed while the stored session is valid for another 90 s', async () => {
    store(session('stored'));
    const client = deferred();
    const load = vi.spyOn(client, 'load');
    expect((await client.getSession()).data.session?.access_token).toBe('header.e30.stored');
    const { events } = eventsOf(client);
    await vi.waitFor(() => expect(events).toEqual(['INITIAL_SESSION stored']));
    expect(load).not.toHaveBeenCalled();
  });

  it('is not needed while there is no session, and sees one that another tab stores', async () => {
    const client = deferred();
    const load = vi.spyOn(client, 'load');
    expect(await client.getSession()).toEqual({ data: { session: null }, error: null });
    store(session('other'));
    expect((await client.getSession()).data.session?.access_token).toBe('header.e30.other');
    expect(load).not.toHaveBeenCalled();
  });

  it.each([
    ['ends within 90 s', () => session('old', 89)],
    ['has ended', () => session('old', -10)],
  ])('refreshes a session that %s, before it is used', async (_name, stored) => {
    store(stored());
    const client = deferred();
    const { events } = eventsOf(client);
    expect((await client.getSession()).data.session?.access_token).toBe('header.e30.refreshed');
    await vi.waitFor(() => expect(events).toContain('INITIAL_SESSION refreshed'));
    expect(events.filter((event) => event.endsWith('old'))).toEqual([]);
    expect(requests).toEqual([`${url}/token?grant_type=refresh_token`]);
  });

  it('ends a session that the server does not refresh', async () => {
    vi.spyOn(console, 'error').mockReturnValue(); // auth-js reports it
    answer = () => Response.json({ code: 'session_not_found', message: 'gone' }, { status: 403 });
    store(session('revoked', -10));
    const client = deferred();
    const { events } = eventsOf(client);
    await vi.waitFor(() => expect(events).toContain('INITIAL_SESSION none'));
    expect(localStorage.getItem(storageKey)).toBeNull();
  });

  it('decides on a stored value that is no session', async () => {
    localStorage.setItem(storageKey, '{"access_token":1}');
    const client = deferred();
    expect((await client.getSession()).data.session).toBeNull();
    expect(localStorage.getItem(storageKey)).toBeNull();
  });

  it('does not tell a listener again what it was told from the storage', async () => {
    store(session('stored'));
    const client = deferred();
    const { events, stop } = eventsOf(client);
    await vi.waitFor(() => expect(events).toHaveLength(1));
    const auth = await client.load();
    await auth.refreshSession();
    expect(events).toEqual(['INITIAL_SESSION stored', 'TOKEN_REFRESHED refreshed']);
    stop();
    await auth.refreshSession();
    expect(events).toHaveLength(2);
  });

  it('tells a listener of a sign-out between the first paint and its load', async () => {
    store(session('stored'));
    const client = deferred();
    const { events } = eventsOf(client);
    await vi.waitFor(() => expect(events).toHaveLength(1));
    localStorage.removeItem(storageKey);
    await client.load();
    await vi.waitFor(() =>
      expect(events).toEqual(['INITIAL_SESSION stored', 'INITIAL_SESSION none']),
    );
  });

  it('tells a listener of another tab and of a second factor', async () => {
    store(session('password'));
    const client = deferred();
    const { events } = eventsOf(client);
    const auth = await client.load();
    await vi.waitFor(() => expect(events).toEqual(['INITIAL_SESSION password']));
    answer = () => Response.json({ id: 'challenge', ...session('aal2') });
    await auth.mfa.challengeAndVerify({ factorId: 'factor', code: '123456' });
    expect(events.at(-1)).toBe('MFA_CHALLENGE_VERIFIED aal2');
    const tab = new BroadcastChannel(storageKey);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
    tab.postMessage({ event: 'SIGNED_OUT', session: null });
    await vi.waitFor(() => expect(events.at(-1)).toBe('SIGNED_OUT none'));
    tab.close();
  });

  it('takes the session from the address of a mailed link, before anything else', async () => {
    store(session('before'));
    const values = { access_token: 'header.e30.mailed', refresh_token: 'refresh' };
    const life = { expires_in: '3600', token_type: 'bearer', type: 'invite' };
    window.history.replaceState(null, '', `/admin#${new URLSearchParams({ ...values, ...life })}`);
    answer = () => Response.json(user);
    const client = deferred();
    const { events } = eventsOf(client);
    expect((await client.getSession()).data.session?.access_token).toBe('header.e30.mailed');
    await vi.waitFor(() => expect(events).toContain('INITIAL_SESSION mailed'));
    expect(window.location.hash).toBe('');
  });

  it('takes the place of its stand-in in the client, once', async () => {
    const client = createClient('http://localhost:8000', 'anon-key', { auth: { storageKey } });
    Reflect.set(client, 'auth', deferred());
    const [one, other] = await Promise.all([loadAuth(client), loadAuth(client)]);
    expect(one).toBeInstanceOf(LoadedAuth);
    expect(other).toBe(one);
    expect(client.auth).toBe(one);
    expect(await loadAuth(client)).toBe(one);
  });

  it('stays as it is where supabase-js has created it itself', async () => {
    const client = createClient('http://localhost:8000', 'anon-key', { auth: { storageKey } });
    const { auth } = client;
    expect(await loadAuth(client)).toBe(auth);
  });
});
