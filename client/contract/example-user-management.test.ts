import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Example } from './example.ts';

let example: Example;
let mailbox: string;
beforeAll(async () => {
  const port = await freePort();
  mailbox = `http://127.0.0.1:${port}/api/v1`;
  example = await Example.start('user_management', {
    TOUBKAL_MAILBOX_PORT: `${port}`,
    GOTRUE_MAILER_AUTOCONFIRM: 'false',
    GOTRUE_SMTP_MAX_FREQUENCY: '0s',
    GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true',
    GOTRUE_URI_ALLOW_LIST: 'https://app.example.org/**',
  });
});
afterAll(() => example.end());

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
}

interface Mail {
  ID: string;
  Text: string;
}

/** The next mail to an address, from the development mailbox; it is deleted there. */
async function mailTo(address: string): Promise<{ code: string; link: string }> {
  await expect.poll(() => search(address), { timeout: 15_000 }).not.toHaveLength(0);
  const [first] = await search(address);
  const response = await fetch(`${mailbox}/message/${first?.ID}`);
  const mail: Mail = await response.json();
  await fetch(`${mailbox}/messages`, {
    method: 'DELETE',
    body: JSON.stringify({ IDs: [mail.ID] }),
  });
  const [code = ''] = /\b\d{6}\b/.exec(mail.Text) ?? [];
  const [link = ''] = /https?:\/\/\S+\/verify\?\S+/.exec(mail.Text) ?? [];
  return { code, link };
}

async function search(address: string): Promise<Mail[]> {
  const response = await fetch(`${mailbox}/search?query=${encodeURIComponent(`to:${address}`)}`);
  const found: { messages: Mail[] } = await response.json();
  return found.messages;
}

/** Presses the button of the page behind a mailed link, and returns where it leads. */
async function follow(link: string): Promise<URL> {
  const page = await fetch(link);
  expect(page.status).toBe(200);
  const { searchParams, origin, pathname } = new URL(link);
  const response = await fetch(`${origin}${pathname}`, {
    method: 'POST',
    body: searchParams,
    redirect: 'manual',
  });
  return new URL(response.headers.get('location') ?? '');
}

const hana = () => example.user('hana@example.com');
const idris = () => example.user('idris@example.com');

/** Creates an account as an administrator. */
async function createUser(full_name: string) {
  const account = {
    email: `${crypto.randomUUID()}@example.com`,
    password: 'a longer password',
    email_confirm: true,
    user_metadata: { full_name },
  };
  const { data, error } = await example.service().auth.admin.createUser(account);
  if (error !== null) throw error;
  return { id: data.user.id, client: await example.user(account.email, account.password) };
}

it('lists all migrations as applied', async () => {
  expect(await example.migrations()).toEqual([
    ['20260201101500', 'remote_schema', 'yes', 'yes'],
    ['20260201103000', 'auth_triggers', 'yes', 'yes'],
    ['20260208090000', 'private_settings', 'yes', 'yes'],
  ]);
});

it('creates a profile for each account, and deletes it with the account', async () => {
  const { data: seeded } = await example
    .anon()
    .from('profiles')
    .select('full_name, username')
    .in('full_name', ['Hana Berrada', 'Idris Naciri'])
    .order('full_name')
    .throwOnError();
  expect(seeded).toEqual([
    { full_name: 'Hana Berrada', username: 'hana' },
    { full_name: 'Idris Naciri', username: null },
  ]);
  const { id } = await createUser('Mina Alaoui');
  const profile = () => example.anon().from('profiles').select('full_name').eq('id', id);
  expect((await profile()).data).toEqual([{ full_name: 'Mina Alaoui' }]);
  const { error } = await example.service().auth.admin.deleteUser(id);
  expect(error).toBeNull();
  expect((await profile()).data).toEqual([]);
});

it('updates the profile with the account', async () => {
  const { id, client } = await createUser('Adil');
  const { error } = await client.auth.updateUser({ data: { full_name: 'Adil Tazi' } });
  expect(error).toBeNull();
  const { data } = await example.anon().from('profiles').select().eq('id', id).single();
  expect(data).toMatchObject({ full_name: 'Adil Tazi', updated_at: expect.any(String) });
});

it('lets users write only their own profile', async () => {
  const mine = await idris();
  const { data: account } = await mine.auth.getUser();
  const id = account.user?.id;
  const profile = { id, username: 'idris', website: 'https://idris.example.com' };
  const { data } = await mine.from('profiles').upsert(profile).select('username').single();
  expect(data).toEqual({ username: 'idris' });
  const taken = await mine.from('profiles').update({ username: 'hana' }).eq('id', id);
  expect(taken.error?.code).toBe('23505');
  const { data: none } = await mine
    .from('profiles')
    .update({ website: 'https://elsewhere.example.com' })
    .eq('username', 'hana')
    .select();
  expect(none).toEqual([]);
  const forged = await mine.from('profiles').insert({ id: crypto.randomUUID(), username: 'new' });
  expect(forged.error?.code).toBe('42501');
  const visiting = await example.anon().from('profiles').upsert(profile);
  expect(visiting.error?.code).toBe('42501');
});

it('shows settings only to their user', async () => {
  const mine = await hana();
  const { data: account } = await mine.auth.getUser();
  const settings = { user_id: account.user?.id, newsletter: true };
  await mine.from('settings').upsert(settings).throwOnError();
  const { data: own } = await mine.from('settings').select('newsletter, locale').throwOnError();
  expect(own).toEqual([{ newsletter: true, locale: 'en' }]);
  const { data: none } = await (await idris()).from('settings').select().throwOnError();
  expect(none).toEqual([]);
  const { error } = await example.anon().from('settings').select();
  expect(error?.code).toBe('42501'); // the migration takes the grant away
});

it('returns the caller', async () => {
  const { data } = await (await hana()).rpc('my_account').throwOnError();
  expect(data).toEqual({
    id: '33333333-3333-4333-8333-333333333333',
    email: 'hana@example.com',
    role: 'authenticated',
    provider: 'email',
  });
  const { data: anon } = await example.anon().rpc('my_account').throwOnError();
  expect(anon).toEqual({ id: null, email: null, role: 'anon', provider: null });
});

it('keeps policies after a restart', async () => {
  await (await hana()).from('settings').select().throwOnError();
  await example.restart();
  const { data: none } = await (await idris()).from('settings').select().throwOnError();
  expect(none).toEqual([]);
  const { data: all } = await example.anon().from('profiles').select('username');
  expect(all).toContainEqual({ username: 'hana' });
  const { error } = await example.anon().from('profiles').insert({ id: crypto.randomUUID() });
  expect(error?.code).toBe('42501');
});

describe('by mail', () => {
  const password = 'a longer password';
  const newEmail = () => `${crypto.randomUUID()}@example.com`;

  it('signs up with a code', async () => {
    const email = newEmail();
    const client = example.anon();
    const options = { data: { full_name: 'Salma' } };
    const { data, error } = await client.auth.signUp({ email, password, options });
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    const { code } = await mailTo(email);
    const verified = await client.auth.verifyOtp({ email, token: code, type: 'signup' });
    expect(verified.error).toBeNull();
    const { data: profile } = await client
      .from('profiles')
      .select('full_name')
      .eq('id', data.user?.id)
      .single();
    expect(profile).toEqual({ full_name: 'Salma' });
  });

  it('signs in with a link and PKCE', async () => {
    const email = newEmail();
    const kept = new Map<string, string>();
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    };
    const client = example.anon({ flowType: 'pkce', persistSession: true, storage });
    const options = { emailRedirectTo: 'https://app.example.org/in' };
    expect((await client.auth.signInWithOtp({ email, options })).error).toBeNull();
    const to = await follow((await mailTo(email)).link);
    expect(to.origin + to.pathname).toBe('https://app.example.org/in');
    const { data, error } = await client.auth.exchangeCodeForSession(
      to.searchParams.get('code') ?? '',
    );
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
  });

  it('sets a new password', async () => {
    const email = newEmail();
    await example.service().auth.admin.createUser({ email, password, email_confirm: true });
    const client = example.anon();
    const redirectTo = 'https://app.example.org/new-password';
    expect((await client.auth.resetPasswordForEmail(email, { redirectTo })).error).toBeNull();
    const to = await follow((await mailTo(email)).link);
    const fragment = new URLSearchParams(to.hash.slice(1));
    expect(fragment.get('type')).toBe('recovery');
    await client.auth.setSession({
      access_token: fragment.get('access_token') ?? '',
      refresh_token: fragment.get('refresh_token') ?? '',
    });
    expect((await client.auth.updateUser({ password: 'an even longer one' })).error).toBeNull();
    await example.user(email, 'an even longer one');
  });

  it('changes the address, which both have to confirm', async () => {
    const { client } = await createUser('Karim');
    const { data: before } = await client.auth.getUser();
    const [old = '', wanted] = [before.user?.email, newEmail()];
    expect((await client.auth.updateUser({ email: wanted })).error).toBeNull();
    const first = await mailTo(wanted);
    await client.auth.verifyOtp({ email: wanted, token: first.code, type: 'email_change' });
    const second = await mailTo(old);
    const { data, error } = await client.auth.verifyOtp({
      email: old,
      token: second.code,
      type: 'email_change',
    });
    expect(error).toBeNull();
    expect(data.user?.email).toBe(wanted);
  });

  it('invites, and gives links to administrators', async () => {
    const email = newEmail();
    const { data, error } = await example.service().auth.admin.inviteUserByEmail(email);
    expect(error).toBeNull();
    expect(data.user?.invited_at).toEqual(expect.any(String));
    const to = await follow((await mailTo(email)).link);
    expect(new URLSearchParams(to.hash.slice(1)).get('type')).toBe('invite');
    const link = await example.service().auth.admin.generateLink({ type: 'magiclink', email });
    expect(link.error).toBeNull();
    const token_hash = link.data.properties?.hashed_token ?? '';
    const verified = await example.anon().auth.verifyOtp({ token_hash, type: 'magiclink' });
    expect(verified.data.user?.email).toBe(email);
  });

  it('turns an anonymous user into a permanent one', async () => {
    const client = example.anon();
    const { data, error } = await client.auth.signInAnonymously();
    expect(error).toBeNull();
    expect(data.user?.is_anonymous).toBe(true);
    const email = newEmail();
    expect((await client.auth.updateUser({ email })).error).toBeNull();
    const { code } = await mailTo(email);
    const permanent = await client.auth.verifyOtp({ email, token: code, type: 'email_change' });
    expect(permanent.data.user).toMatchObject({ id: data.user?.id, email, is_anonymous: false });
  });
});
