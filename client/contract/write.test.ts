import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { as, untyped } from './client.ts';
import { memberId } from './program.ts';

const anon = () => as('anon');

/** A unique slug for a test. */
const fresh = () => randomUUID();

const notes = (prefix: string) =>
  anon().from('notes').select('slug, body, stars').like('slug', `${prefix}%`).order('slug');

describe('insert', () => {
  it('returns nothing by default', async () => {
    const answer = await anon().from('notes').insert({ slug: fresh() });
    expect(answer).toMatchObject({
      data: null,
      error: null,
      count: null,
      status: 201,
      statusText: 'Created',
    });
  });

  it('returns selected columns, embeds and generated columns', async () => {
    const slug = fresh();
    const { data } = await anon()
      .from('notes')
      .insert({ slug, body: 'high', climber_id: 1 })
      .select('slug, loud, stars, climbers(name)')
      .single();
    expect(data).toEqual({ slug, loud: 'HIGH', stars: null, climbers: { name: 'Aïcha' } });
  });

  it.each([
    { name: 'null for what is missing', options: {}, body: null },
    {
      name: 'the default for what is missing',
      options: { defaultToNull: false },
      body: 'nothing yet',
    },
  ])('of many takes $name', async ({ options, body }) => {
    const slug = fresh();
    const { data, count } = await anon()
      .from('notes')
      .insert(
        [
          { slug: `${slug} a`, body: 'here' },
          { slug: `${slug} b`, stars: 3 },
        ],
        { count: 'exact', ...options },
      )
      .select('body, stars');
    expect(data).toEqual([
      { body: 'here', stars: null },
      { body, stars: 3 },
    ]);
    expect(count).toBe(2);
  });

  it('of an empty array does nothing', async () => {
    await expect(anon().from('notes').insert([]).select()).resolves.toMatchObject({
      data: [],
      status: 201,
    });
  });

  it('keeps large numbers exact', async () => {
    const slug = fresh();
    const id = 9_007_199_254_740_993n; // one more than a number can hold
    await untyped('anon').from('notes').insert({ slug, id }).throwOnError();
    const { data } = await untyped('anon')
      .from('notes')
      .select('id::text')
      .eq('slug', slug)
      .single();
    expect(data).toEqual({ id: '9007199254740993' });
  });

  it('may be rolled back', async () => {
    const slug = fresh();
    const { data } = await anon().from('notes').insert({ slug }).select('slug').rollback();
    expect(data).toEqual([{ slug }]);
    expect((await notes(slug)).data).toEqual([]);
  });
});

describe('upsert', () => {
  it('merges by the key', async () => {
    const trip = fresh();
    await anon()
      .from('packing')
      .insert([
        { trip, item: 'rope' },
        { trip, item: 'axe' },
      ])
      .throwOnError();
    const { data, count, status } = await anon()
      .from('packing')
      .upsert(
        [
          { trip, item: 'rope', amount: 2 },
          { trip, item: 'tent', amount: 3 },
        ],
        { count: 'exact' },
      )
      .select('item, amount');
    expect(data).toEqual([
      { item: 'rope', amount: 2 },
      { item: 'tent', amount: 3 },
    ]);
    expect({ count, status }).toEqual({ count: 2, status: 201 });
  });

  it('returns 200 if no row was inserted', async () => {
    const trip = fresh();
    await anon().from('packing').insert({ trip, item: 'rope' }).throwOnError();
    await expect(
      anon().from('packing').upsert({ trip, item: 'rope', amount: 4 }),
    ).resolves.toMatchObject({
      status: 200,
    });
  });

  it('merges by other columns, or ignores', async () => {
    const slug = fresh();
    await anon().from('notes').insert({ slug, body: 'old' }).throwOnError();
    const ignored = await anon()
      .from('notes')
      .upsert({ slug, body: 'ignored' }, { onConflict: 'slug', ignoreDuplicates: true })
      .select('body');
    expect(ignored.data).toEqual([]);
    const merged = await anon()
      .from('notes')
      .upsert({ slug, body: 'new' }, { onConflict: 'slug' })
      .select('body');
    expect(merged.data).toEqual([{ body: 'new' }]);
  });

  it('uses column defaults on request', async () => {
    const trip = fresh();
    const { data } = await anon()
      .from('packing')
      .upsert(
        [
          { trip, item: 'a', amount: 5 },
          { trip, item: 'b' },
        ],
        { defaultToNull: false },
      )
      .select('amount');
    expect(data).toEqual([{ amount: 5 }, { amount: 1 }]);
  });
});

describe('update', () => {
  it('changes the filtered rows', async () => {
    const slug = fresh();
    await anon()
      .from('notes')
      .insert([{ slug: `${slug} a` }, { slug: `${slug} b` }])
      .throwOnError();
    const quiet = await anon()
      .from('notes')
      .update({ stars: 1 }, { count: 'exact' })
      .like('slug', `${slug}%`);
    expect(quiet).toMatchObject({
      data: null,
      error: null,
      count: 2,
      status: 204,
      statusText: 'No Content',
    });
    const { data } = await anon()
      .from('notes')
      .update({ stars: 2 })
      .eq('slug', `${slug} a`)
      .select('slug, stars')
      .single();
    expect(data).toEqual({ slug: `${slug} a`, stars: 2 });
    expect((await notes(slug)).data?.map(({ stars }) => stars)).toEqual([2, 1]);
  });

  it('of no row is no error', async () => {
    const query = () => anon().from('notes').update({ stars: 1 }).eq('slug', fresh());
    await expect(query()).resolves.toMatchObject({ error: null, status: 204 });
    await expect(query().select()).resolves.toMatchObject({ data: [], status: 200 });
    await expect(query().select().maybeSingle()).resolves.toMatchObject({
      data: null,
      error: null,
    });
  });

  it('of several rows with single is rolled back', async () => {
    const slug = fresh();
    await anon()
      .from('notes')
      .insert([{ slug: `${slug} a` }, { slug: `${slug} b` }])
      .throwOnError();
    const { error } = await anon()
      .from('notes')
      .update({ stars: 5 })
      .like('slug', `${slug}%`)
      .select()
      .single();
    expect(error).toMatchObject({ code: 'PGRST116', details: 'The result contains 2 rows' });
    expect((await notes(slug)).data?.map(({ stars }) => stars)).toEqual([null, null]);
  });

  it('is limited by maxAffected', async () => {
    const slug = fresh();
    await anon()
      .from('notes')
      .insert([{ slug: `${slug} a` }, { slug: `${slug} b` }])
      .throwOnError();
    const update = () => anon().from('notes').update({ stars: 5 }).like('slug', `${slug}%`);
    const { error, status } = await update().maxAffected(1);
    expect(status).toBe(400);
    expect(error).toMatchObject({ code: 'PGRST124', details: 'The query affects 2 rows' });
    expect((await notes(slug)).data?.map(({ stars }) => stars)).toEqual([null, null]);
    await expect(update().maxAffected(2)).resolves.toMatchObject({ error: null });
  });
});

describe('delete', () => {
  it('removes the filtered rows', async () => {
    const slug = fresh();
    await anon()
      .from('notes')
      .insert([{ slug: `${slug} a` }, { slug: `${slug} b` }, { slug: `${slug} c` }])
      .throwOnError();
    const quiet = await anon().from('notes').delete({ count: 'exact' }).eq('slug', `${slug} a`);
    expect(quiet).toMatchObject({ data: null, error: null, count: 1, status: 204 });
    const { data } = await anon()
      .from('notes')
      .delete()
      .in('slug', [`${slug} b`])
      .select('slug');
    expect(data).toEqual([{ slug: `${slug} b` }]);
    const { error } = await anon().from('notes').delete().like('slug', `${slug}%`).maxAffected(0);
    expect(error).toMatchObject({ code: 'PGRST124' });
    expect((await notes(slug)).data).toHaveLength(1);
  });

  it('supports order and limit', async () => {
    const slug = fresh();
    await anon()
      .from('notes')
      .insert(['a', 'b', 'c'].map((end) => ({ slug: `${slug} ${end}` })))
      .throwOnError();
    const { data } = await anon()
      .from('notes')
      .delete()
      .like('slug', `${slug}%`)
      .select('slug')
      .order('slug', { ascending: false });
    expect(data?.map((note) => note.slug.at(-1))).toEqual(['c', 'b', 'a']);
  });
});

describe('policies', () => {
  it('allow only the user’s own rows', async () => {
    const member = as('authenticated');
    const { data } = await member
      .from('diaries')
      .insert({ entry: 'up at four' })
      .select('owner, entry')
      .single();
    expect(data).toEqual({ owner: memberId, entry: 'up at four' });
    const refused = await member.from('diaries').insert({ entry: 'no', owner: fresh() });
    expect(refused).toMatchObject({
      status: 403,
      error: {
        code: '42501',
        message: 'new row violates row-level security policy for table "diaries"',
      },
    });
    expect((await member.from('diaries').delete().neq('entry', '').select()).data).toEqual([]);
    expect(
      (await as('service_role').from('diaries').select('entry', { count: 'exact' })).count,
    ).toBeGreaterThan(0);
  });
});
