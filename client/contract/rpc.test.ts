import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { as, untyped } from './client.ts';

const anon = () => as('anon');

describe('a call', () => {
  it.each([
    { name: 'a value', fn: 'add', args: { a: 1, b: 2 }, data: 3 },
    { name: 'a value, by default arguments', fn: 'add', args: { a: 1 }, data: 11 },
    {
      name: 'a value of an enumeration',
      fn: 'standing_of',
      args: { wanted: 'Driss' },
      data: 'retired',
    },
    { name: 'null', fn: 'standing_of', args: { wanted: 'nobody' }, data: null },
    { name: 'values', fn: 'countries', args: {}, data: ['FR', 'MA'] },
    { name: 'a row', fn: 'split', args: { whole: 7 }, data: { half: 3, rest: 1 } },
    { name: 'nothing', fn: 'nothing', args: {}, data: null },
    { name: 'what an array adds up to', fn: 'total', args: { amounts: [1, 2, 3] }, data: 6 },
    {
      name: 'what any number of arguments adds up to',
      fn: 'sum_all',
      args: { numbers: [1, 2] },
      data: 3,
    },
    {
      name: 'a value of a JSON document',
      fn: 'keys_of',
      args: { thing: { b: 1, a: [2] } },
      data: ['a', 'b'],
    },
    {
      name: 'the whole body',
      fn: 'echo',
      args: { any: { thing: [1] } },
      data: { any: { thing: [1] } },
    },
    { name: 'one overload', fn: 'measure', args: { length: 1 }, data: 'one' },
    { name: 'the other overload', fn: 'measure', args: { length: 1, width: 2 }, data: 'two' },
    { name: 'the caller', fn: 'whoami', args: {}, data: 'anon' },
  ])('answers with $name', async ({ fn, args, data }) => {
    const answer = await untyped('anon').rpc(fn, args);
    expect(answer.error).toBeNull();
    expect(answer.data).toEqual(data);
    expect(answer.status).toBe(fn === 'nothing' ? 204 : 200);
  });

  it('by GET reads arguments from the address', async () => {
    expect((await anon().rpc('add', { a: 1, b: 2 }, { get: true })).data).toBe(3);
    expect((await anon().rpc('total', { amounts: [1, 2] }, { get: true })).data).toBe(3);
    const left = await untyped('anon').rpc('add', { a: 1, b: undefined }, { get: true });
    expect(left.data).toBe(11);
  });

  it('by HEAD counts', async () => {
    const head = await anon().rpc('climbers_of', { club: 1 }, { head: true, count: 'exact' });
    expect(head).toMatchObject({ data: null, count: 2, error: null, status: 200 });
  });

  it('by HEAD with a JSON argument is a POST, as with PostgREST', async () => {
    const args = { thing: { a: 1 } };
    const answer = await untyped('anon').rpc('keys_of', args, { head: true, count: 'exact' });
    expect(answer).toMatchObject({ data: ['a'], count: 1, error: null });
  });

  it('by GET may not write', async () => {
    const { error, status } = await anon().rpc('write_note', { slug: randomUUID() }, { get: true });
    expect(status).toBe(405);
    expect(error).toMatchObject({
      code: '25006',
      message: 'cannot execute INSERT in a read-only transaction',
    });
  });
});

describe('rows of a call', () => {
  it('are filtered, ordered, limited, counted and embedded from', async () => {
    const { data, count } = await anon()
      .rpc('climbers_of', { club: 1 }, { count: 'exact' })
      .select('id, clubs(id)')
      .gt('id', 0)
      .order('id', { ascending: false })
      .limit(1);
    expect(data).toEqual([{ id: 2, clubs: { id: 1 } }]);
    expect(count).toBe(2);
  });

  it('have filters besides arguments in a GET', async () => {
    const { data } = await anon()
      .rpc('climbers_of', { club: 1 }, { get: true })
      .eq('guide', true)
      .select('id');
    expect(data).toEqual([{ id: 1 }]);
  });

  it('may be a single row', async () => {
    const { data } = await anon().rpc('the_climber', { wanted: 2 }).select('name, clubs(id)');
    expect(data).toEqual({ name: 'Bruno', clubs: { id: 1 } });
    const { data: single } = await anon().rpc('climbers_of', { club: 2 }).select('id').single();
    expect(single).toEqual({ id: 3 });
    expect((await anon().rpc('climbers_of', { club: 9 }).maybeSingle()).data).toBeNull();
  });

  it('may be without a table', async () => {
    const { data } = await anon().rpc('tally').order('country').csv();
    expect(data).toBe('country,ascents\nFR,1\nMA,4');
  });
});

describe('a call that writes', () => {
  it('returns what it wrote, and may be rolled back', async () => {
    const slug = randomUUID();
    const { data } = await anon().rpc('write_note', { slug }).select('slug, loud').rollback();
    expect(data).toEqual([{ slug, loud: 'NOTHING YET' }]);
    await anon().rpc('write_note', { slug }).throwOnError();
    const { count } = await anon()
      .from('notes')
      .select('*', { count: 'exact', head: true })
      .eq('slug', slug);
    expect(count).toBe(1);
  });

  it('affects no more rows than it may', async () => {
    const slug = randomUUID();
    await anon()
      .from('notes')
      .insert([{ slug: `${slug} a` }, { slug: `${slug} b` }])
      .throwOnError();
    const { error } = await anon()
      .rpc('drop_notes', { like_slug: `${slug}%` })
      .maxAffected(1);
    expect(error).toMatchObject({ code: 'PGRST124' });
    const { data } = await anon()
      .rpc('drop_notes', { like_slug: `${slug}%` })
      .maxAffected(2)
      .select('slug');
    expect(data).toHaveLength(2);
    const alone = await anon().rpc('add', { a: 1 }).maxAffected(1);
    expect(alone.error).toMatchObject({ code: 'PGRST128' });
  });
});
