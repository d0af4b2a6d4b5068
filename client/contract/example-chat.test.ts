import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Example } from './example.ts';
import { broadcastsOf, changesOf, Received, joined } from './realtime-client.ts';

let example: Example;
beforeAll(async () => {
  example = await Example.start('chat');
});
afterAll(() => example.end());

const salma = () => example.user('salma+admin@example.com');
const karim = () => example.user('karim@example.com');
const lina = () => example.user('lina@example.com'); // not a member of "planning"

async function channelId(slug: string): Promise<number> {
  const { data } = await example.service().from('channels').select('id').eq('slug', slug).single();
  return data?.id;
}

const enter = (client: SupabaseClient, topic: string) =>
  client.channel(topic, { config: { private: true } });

it('lists all migrations as applied', async () => {
  expect(await example.migrations()).toEqual([
    ['20260301080000', 'chat', 'yes', 'yes'],
    ['20260301080100', 'realtime_tables', 'yes', 'yes'],
    ['20260315120000', 'live_channels', 'yes', 'yes'],
  ]);
});

it('shows channels to users who may read them', async () => {
  const slugs = async (client: SupabaseClient) => {
    const { data } = await client.from('channels').select('slug').order('id').throwOnError();
    return data.map((row) => row.slug);
  };
  expect(await slugs(await karim())).toEqual(['public', 'random', 'planning']);
  expect(await slugs(await lina())).toEqual(['public', 'random']);
  expect(await slugs(example.anon())).toEqual([]);
});

it('embeds authors, counts by the view and searches by the function', async () => {
  const member = await karim();
  const { data: messages } = await member
    .from('messages')
    .select('message, author:users(username), channel:channels!inner(slug)')
    .eq('channel.slug', 'planning')
    .throwOnError();
  expect(messages).toEqual([
    {
      message: 'The budget is approved',
      author: { username: 'karim' },
      channel: { slug: 'planning' },
    },
  ]);
  const activity = async (client: SupabaseClient) => {
    const { data } = await client.from('channel_activity').select().eq('slug', 'planning');
    return data;
  };
  expect(await activity(member)).toMatchObject([{ messages: 1 }]);
  expect(await activity(await lina())).toEqual([]);
  const search = async (client: SupabaseClient) => {
    const { data } = await client.rpc('search_messages', { query: 'budget' }).select('message');
    return data;
  };
  expect(await search(member)).toEqual([{ message: 'The budget is approved' }]);
  expect(await search(await lina())).toEqual([]);
});

it('lets members write only as themselves', async () => {
  const [planning, other] = [await channelId('planning'), await lina()];
  const intruding = await other.from('messages').insert({ message: 'Hi', channel_id: planning });
  expect(intruding.error?.code).toBe('42501');
  const member = await karim();
  const { data: account } = await other.auth.getUser();
  const forged = { message: 'Hi', channel_id: planning, user_id: account.user?.id };
  expect((await member.from('messages').insert(forged)).error?.code).toBe('42501');
  const own = { message: 'Until Monday', channel_id: planning };
  const { data } = await member.from('messages').insert(own).select().single().throwOnError();
  const { data: changed } = await member
    .from('messages')
    .update({ message: 'Until Tuesday' })
    .eq('id', data.id)
    .select('message');
  expect(changed).toEqual([{ message: 'Until Tuesday' }]);
  expect((await member.from('messages').insert({ ...own, message: '' })).error?.code).toBe('23514');
});

it('gives rights by role and by a claim of the token', async () => {
  const [admin, user] = [await salma(), await lina()];
  const { data: channel } = await user
    .from('channels')
    .insert({ slug: 'gardening' })
    .select()
    .single()
    .throwOnError();
  const remove = (client: SupabaseClient) =>
    client.from('channels').delete().eq('id', channel.id).select('slug');
  expect((await remove(user)).data).toEqual([]);
  expect((await remove(admin)).data).toEqual([{ slug: 'gardening' }]);
  const { data: may } = await admin.rpc('authorize', { requested_permission: 'messages.delete' });
  expect(may).toBe(true);
  const { data: mayNot } = await user.rpc('authorize', { requested_permission: 'messages.delete' });
  expect(mayNot).toBe(false);
  const { error } = await user.rpc('authorize', { requested_permission: 'everything' });
  expect(error?.code).toBe('22P02');
  // app_metadata of the token
  expect((await admin.from('user_roles').select('role')).data).toEqual([{ role: 'admin' }]);
  expect((await user.from('user_roles').select('role')).data).toEqual([]);
});

it('sends changes of messages to users who may read them', async () => {
  const [inside, outside] = [await karim(), await lina()];
  const [a, b] = [inside.channel('messages'), outside.channel('messages')];
  const received = changesOf(a, { table: 'messages' });
  const receivedOutside = changesOf(b, { table: 'messages' });
  await joined(a);
  await joined(b);
  const closed = { message: 'Not for all', channel_id: await channelId('planning') };
  await inside.from('messages').insert(closed).throwOnError();
  expect(await received.next()).toMatchObject({ eventType: 'INSERT', new: closed });
  const open = { message: 'For all', channel_id: await channelId('public') };
  await inside.from('messages').insert(open).throwOnError();
  expect(await received.next()).toMatchObject({ new: open });
  expect(await receivedOutside.next()).toMatchObject({ new: open }); // the first change that it gets
});

it('lets members broadcast in their private channel', async () => {
  const topic = `channel:${await channelId('planning')}`;
  const [inside, admin] = [await karim(), await salma()];
  await expect(joined(enter(await lina(), topic))).rejects.toThrow('Unauthorized');
  await expect(joined(enter(example.anon(), topic))).rejects.toThrow('Unauthorized');
  await expect(joined(enter(inside, 'channel:none'))).rejects.toThrow('Unauthorized');
  const listener = enter(admin, topic);
  const typing = broadcastsOf(listener, 'typing');
  const joins = new Received<string>();
  listener.on('presence', { event: 'join' }, ({ newPresences: [one] }) =>
    joins.push(one?.['name']),
  );
  await joined(listener);
  const speaker = enter(inside, topic);
  await joined(speaker);
  await speaker.send({ type: 'broadcast', event: 'typing', payload: { by: 'karim' } });
  expect((await typing.next()).payload).toEqual({ by: 'karim' });
  expect(await speaker.track({ name: 'karim' })).toBe('ok');
  expect(await joins.next()).toBe('karim');
});

it('sends broadcasts of the database to members', async () => {
  const planning = await channelId('planning');
  const channel = enter(await karim(), `channel:${planning}`);
  const received = broadcastsOf(channel, '*');
  await joined(channel);
  const { data: account } = await (await lina()).auth.getUser();
  const member = { channel_id: planning, user_id: account.user?.id };
  await example.service().from('channel_members').insert(member).throwOnError();
  expect(await received.next()).toMatchObject({
    event: 'INSERT',
    payload: { operation: 'INSERT', table: 'channel_members', record: member },
  });
  // The policies admit the new member at once.
  await joined(enter(await lina(), `channel:${planning}`));
  await example.service().from('channel_members').delete().match(member).throwOnError();
  expect(await received.next()).toMatchObject({ event: 'DELETE', payload: { old_record: member } });
});

it('keeps policies after a restart, also those of private channels', async () => {
  await example.restart();
  const topic = `channel:${await channelId('planning')}`;
  await joined(enter(await karim(), topic));
  await expect(joined(enter(await lina(), topic))).rejects.toThrow('Unauthorized');
  const { data } = await (await lina()).from('channels').select('slug').order('id').throwOnError();
  expect(data).toEqual([{ slug: 'public' }, { slug: 'random' }]);
});
