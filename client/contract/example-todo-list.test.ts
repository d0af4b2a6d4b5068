import { FunctionsHttpError, FunctionsRelayError } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deno, Example } from './example.ts';
import { changesOf, joined } from './realtime-client.ts';

let example: Example;
beforeAll(async () => {
  example = await Example.start('todo_list', { TOUBKAL_DENO: deno() });
});
afterAll(() => example.end());

const nora = () => example.user('nora@example.com');
const yassin = () => example.user('yassin@example.com');

it('lists all migrations as applied', async () => {
  expect(await example.migrations()).toEqual([
    ['20260105090000', 'create_todos', 'yes', 'yes'],
    ['20260112143000', 'share_and_finish', 'yes', 'yes'],
  ]);
});

it('shows users their own rows, and none to anon', async () => {
  const titles = async (client: Awaited<ReturnType<typeof nora>>) => {
    const { data } = await client.from('todos').select('title').order('id').throwOnError();
    return data;
  };
  expect(await titles(await yassin())).toEqual([{ title: 'Return the books' }]);
  expect(await titles(example.anon())).toEqual([]);
  const { error } = await example.anon().auth.signInWithPassword({
    email: 'nora@example.com',
    password: 'wrong',
  });
  expect(error?.code).toBe('invalid_credentials');
});

it('runs a function in TypeScript with the rights of the caller', async () => {
  const client = await yassin();
  const csv = await client.functions.invoke('export');
  expect(csv.error).toBeNull();
  expect(await new Response(csv.data).text()).toBe('title,is_done\n"Return the books",f');
  const json = { body: { format: 'json' } };
  const { data } = await client.functions.invoke('export', json);
  expect(data).toEqual([{ title: 'Return the books', is_done: false }]);
  expect((await example.anon().functions.invoke('export', json)).data).toEqual([]);
});

it('tells the refusals of functions, its own and theirs', async () => {
  const client = await yassin();
  const unknown = await client.functions.invoke('export', { body: { format: 'xml' } });
  expect(unknown.data).toBeNull();
  expect(unknown.error).toBeInstanceOf(FunctionsHttpError);
  expect(unknown.error.context.status).toBe(422);
  expect(await unknown.error.context.json()).toEqual({ message: 'There is no format xml' });
  const headers = { Authorization: 'Bearer forged' };
  const forged = await client.functions.invoke('export', { headers });
  expect(forged.error).toBeInstanceOf(FunctionsRelayError);
  expect(forged.error.context.status).toBe(401);
  const absent = await client.functions.invoke('import');
  expect(absent.error.context.status).toBe(404);
});

it('lets users write only their own rows', async () => {
  const [mine, other] = [await nora(), await yassin()];
  const { data: todo } = await mine
    .from('todos')
    .insert({ title: 'Repair the bicycle' })
    .select()
    .single()
    .throwOnError();
  const { data: user } = await mine.auth.getUser();
  expect(todo).toMatchObject({ user_id: user.user?.id, is_done: false });

  const stolen = await other.from('todos').insert({ title: 'For Nora', user_id: todo.user_id });
  expect(stolen.error?.code).toBe('42501');
  const short = await mine.from('todos').insert({ title: 'No' });
  expect(short.error?.code).toBe('23514');
  const visiting = await example.anon().from('todos').insert({ title: 'From outside' });
  expect(visiting.error?.code).toBe('42501');
  const change = { is_done: true };
  const { data: none } = await other.from('todos').update(change).eq('id', todo.id).select();
  expect(none).toEqual([]);

  // The policy for delete requires is_done.
  const early = await mine.from('todos').delete().eq('id', todo.id).select();
  expect(early.data).toEqual([]);
  const { data: done } = await mine
    .from('todos')
    .update(change)
    .eq('id', todo.id)
    .select('is_done, updated_at')
    .single()
    .throwOnError();
  expect(done.is_done).toBe(true);
  expect(Date.parse(done.updated_at)).toBeGreaterThan(Date.parse(todo.updated_at));
  const { data: gone } = await mine.from('todos').delete().eq('id', todo.id).select('id');
  expect(gone).toEqual([{ id: todo.id }]);
});

it('runs functions and the view with the rights of the caller', async () => {
  const mine = await nora();
  const { data: open } = await mine.from('open_todos').select('title, is_late').throwOnError();
  expect(open).toEqual([{ title: 'Buy mint', is_late: true }]);
  const { data: finished } = await mine.rpc('finish_all', { before: '2026-01-21' }).select('title');
  expect(finished).toEqual([{ title: 'Buy mint' }]);
  const other = await yassin();
  const { data: untouched } = await other.from('open_todos').select('title').throwOnError();
  expect(untouched).toEqual([{ title: 'Return the books' }]);
});

it('shows a shared row to a client with its token', async () => {
  const { data: todo } = await (await yassin()).from('todos').select().single().throwOnError();
  const anon = example.anon();
  const { data: shared } = await anon.rpc('shared_todo', { token: todo.share_token });
  expect(shared).toEqual([{ title: 'Return the books', is_done: false }]);
  const { data: unknown } = await anon.rpc('shared_todo', { token: crypto.randomUUID() });
  expect(unknown).toEqual([]);
});

it('sends users the changes of their own rows only', async () => {
  const [mine, other] = [await nora(), await yassin()];
  const [own, foreign] = [mine.channel('todos'), other.channel('todos')];
  const received = changesOf(own, { table: 'todos' });
  const receivedByOther = changesOf(foreign, { table: 'todos' });
  await joined(own);
  await joined(foreign);
  const add = { title: 'Water the plants', is_done: true };
  const { data: todo } = await mine.from('todos').insert(add).select().single().throwOnError();
  expect(await received.next()).toMatchObject({ eventType: 'INSERT', new: todo });
  await mine.from('todos').update({ title: 'Water the herbs' }).eq('id', todo.id).throwOnError();
  expect(await received.next()).toMatchObject({
    eventType: 'UPDATE',
    new: { title: 'Water the herbs' },
  });
  // The first change that the other user gets is its own.
  await other.from('todos').insert({ title: 'Feed the cat' }).throwOnError();
  expect(await receivedByOther.next()).toMatchObject({ new: { title: 'Feed the cat' } });
  expect(received.drain()).toEqual([]);
});

it('keeps rows and policies after a restart', async () => {
  await example.restart();
  const { count } = await example
    .service()
    .from('todos')
    .select('*', { count: 'exact', head: true })
    .in('title', ['Buy mint', 'Call the plumber', 'Return the books']);
  expect(count).toBe(3); // the seed was not applied again
  const { data: none } = await example.anon().from('todos').select().throwOnError();
  expect(none).toEqual([]);
  const { data: own } = await (await yassin()).from('todos').select('user_id').throwOnError();
  expect(new Set(own.map((row) => row.user_id)).size).toBe(1);
});
