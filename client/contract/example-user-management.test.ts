import { afterAll, beforeAll, expect, it } from 'vitest';
import { Example } from './example.ts';

let example: Example;
beforeAll(async () => {
  example = await Example.start('user_management');
});
afterAll(() => example.end());

const hana = () => example.user('hana@example.com');
const idris = () => example.user('idris@example.com');

/** Creates an account as an administrator, since sign-up is not implemented yet. */
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
