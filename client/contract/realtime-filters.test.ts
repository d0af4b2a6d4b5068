import { randomUUID } from 'node:crypto';
import { postgresChangesFilter } from '@supabase/supabase-js';
import { describe, expect, it } from 'vitest';
import { untyped } from './client.ts';
import {
  broadcastsOf,
  changesOf,
  connect,
  joined,
  kinds,
  newest,
  type Row,
  sendWord,
  systemOf,
} from './realtime-client.ts';

// The parameters of a subscription, and the errors of invalid ones.

const pitch = (rows: Row[]) => untyped('service_role').from('tents').insert(rows).throwOnError();

/** Filters, each with a row that matches and some that do not. */
const filters: { filter: string; match: Row; misses: Row[] }[] = [
  { filter: 'places=eq.2', match: { places: 2 }, misses: [{ places: 3 }, {}] },
  { filter: 'places=neq.2', match: { places: 3 }, misses: [{ places: 2 }, {}] },
  { filter: 'places=lt.2', match: { places: -1 }, misses: [{ places: 2 }, {}] },
  { filter: 'places=lte.2', match: { places: 2 }, misses: [{ places: 10 }, {}] },
  { filter: 'price=gt.9.5', match: { price: 10 }, misses: [{ price: 9.5 }, { price: -100 }] },
  { filter: 'price=gte.9.50', match: { price: 9.5 }, misses: [{ price: 9.49 }] },
  { filter: 'places=in.(1,2)', match: { places: 2 }, misses: [{ places: 3 }, {}] },
  {
    filter: 'name=in.("a,b","c\\"d",null)',
    match: { name: 'c"d' },
    misses: [{ name: 'a' }, { name: 'null' }, {}],
  },
  { filter: 'name=like.Tou%l', match: { name: 'Toubkal' }, misses: [{ name: 'toubkal' }, {}] },
  { filter: 'name=ilike.tou_kal', match: { name: 'TOUBKAL' }, misses: [{ name: 'Toukal' }] },
  { filter: 'name=ilike.É%', match: { name: 'été' }, misses: [{ name: 'ete' }] },
  { filter: 'name=match.^T.*l$', match: { name: 'Toubkal' }, misses: [{ name: 'toubkal' }] },
  { filter: 'name=imatch.^t', match: { name: 'Toubkal' }, misses: [{ name: 'a' }] },
  { filter: 'name=is.null', match: {}, misses: [{ name: '' }] },
  { filter: 'open=is.true', match: { open: true }, misses: [{ open: false }, {}] },
  { filter: 'open=is.unknown', match: {}, misses: [{ open: false }] },
  { filter: 'places=isdistinct.2', match: {}, misses: [{ places: 2 }] },
  { filter: 'places=not.eq.2', match: { places: 1 }, misses: [{ places: 2 }, {}] },
  { filter: 'places=not.in.(1,2)', match: { places: 3 }, misses: [{ places: 2 }, {}] },
  { filter: 'name=not.is.null', match: { name: '' }, misses: [{}] },
  {
    filter: 'places=gt.1,places=lt.3',
    match: { places: 2 },
    misses: [{ places: 1 }, { places: 3 }],
  },
  { filter: 'name=eq."a, (b)"', match: { name: 'a, (b)' }, misses: [{ name: '"a, (b)"' }] },
  {
    filter: 'standing=eq.retired',
    match: { standing: 'retired' },
    misses: [{ standing: 'active' }],
  },
  {
    filter: 'standing=gt.active',
    match: { standing: 'resting' },
    misses: [{ standing: 'active' }],
  },
  {
    filter: 'pitched=gte.2026-03-01T10:00:00Z',
    match: { pitched: '2026-03-01T10:00:00+00:00' },
    misses: [{ pitched: '2026-03-01T11:59:59+02:00' }],
  },
  { filter: 'tags=eq."{a,b}"', match: { tags: ['a', 'b'] }, misses: [{ tags: ['a'] }] },
  { filter: 'gear=eq.{"b": 1.0}', match: { gear: { b: 1 } }, misses: [{ gear: { b: 2 } }] },
];

describe('a filter', () => {
  it.each(filters)('$filter', async ({ filter, match, misses }) => {
    const camp = randomUUID();
    const channel = connect(newest, 'anon').channel(camp);
    const received = changesOf(channel, { table: 'tents', filter: `camp=eq.${camp},${filter}` });
    await joined(channel);
    await pitch([...misses, match, ...misses].map((row) => ({ name: null, ...row, camp })));
    await pitch([{ ...match, camp, note: 'last' }]);
    expect((await received.next()).new).toMatchObject(match);
    expect((await received.next()).new).toMatchObject({ ...match, note: 'last' });
    expect(received.drain()).toEqual([]);
  });

  it('made by the builder', async () => {
    const camp = randomUUID();
    const channel = connect(newest, 'anon').channel(camp);
    const filter = postgresChangesFilter()
      .eq('camp', camp)
      .in('name', ['a,b', '(c)', 'd"'])
      .gte('places', 2)
      .not('open', 'is', true)
      .build();
    const received = changesOf(channel, { table: 'tents', filter });
    await joined(channel);
    await pitch([
      { camp, name: 'a', places: 2 },
      { camp, name: '(c)', places: 1 },
      { camp, name: 'd"', places: 3 },
    ]);
    expect((await received.next()).new).toMatchObject({ name: 'd"', places: 3 });
    expect(received.drain()).toEqual([]);
  });
});

describe('selected columns', () => {
  it('are sent with the key', async () => {
    const camp = randomUUID();
    const channel = connect(newest, 'anon').channel(camp);
    const select = ['name', 'places'];
    const some = changesOf(channel, { table: 'tents', filter: `camp=eq.${camp}`, select });
    const all = changesOf(channel, { table: 'tents', filter: `camp=eq.${camp}` });
    await joined(channel);
    await pitch([{ camp, name: 'a', places: 2, price: 3 }]);
    expect((await some.next()).new).toEqual({ id: expect.any(Number), name: 'a', places: 2 });
    expect((await all.next()).new).toMatchObject({ camp, name: 'a', places: 2, price: 3 });
  });
});

/** Invalid subscriptions and their error messages. */
const refused: { name: string; wanted: Parameters<typeof changesOf>[1]; message: RegExp }[] = [
  {
    name: 'a table that is not published',
    wanted: { table: 'notes' },
    message:
      /^Unable to subscribe to changes with given parameters\. Please check Realtime is enabled for the given connect parameters: \[event: \*, schema: public, table: notes, filters: \[\], select: nil\]\. Run: alter publication supabase_realtime add table "public"\."notes"$/,
  },
  {
    name: 'a table that does not exist',
    wanted: { table: 'nowhere' },
    message: /^Unable to subscribe to changes .*table: nowhere/,
  },
  {
    name: 'an invalid filter',
    wanted: { table: 'tents', filter: 'undefined' },
    message: /^Error parsing `filter` params: \["undefined"\]$/,
  },
  {
    name: 'an operator that does not exist',
    wanted: { table: 'tents', filter: 'id=near.1' },
    message: /^Error parsing `filter` params: \["near", "1"\]$/,
  },
  {
    name: 'a list without parentheses',
    wanted: { table: 'tents', filter: 'id=in.1,2' },
    message: /^Error parsing `filter` params: `in` filter value must be wrapped by parentheses$/,
  },
  {
    name: 'a list that is too long',
    wanted: { table: 'tents', filter: `id=in.(${Array.from({ length: 101 }, () => '1').join()})` },
    message: /too many values for `in` filter\. Maximum 100/,
  },
  {
    name: 'a column that does not exist',
    wanted: { table: 'tents', filter: 'height=eq.1' },
    message: /^Unable to subscribe .*Exception: .*invalid column for filter height/,
  },
  {
    name: 'a column that it may not read',
    wanted: { table: 'tents', filter: 'code=eq.1' },
    message: /^Unable to subscribe .*Exception: .*invalid column for filter code/,
  },
  {
    name: 'a value of another type',
    wanted: { table: 'tents', filter: 'id=eq.a' },
    message: /^Unable to subscribe .*Exception: .*invalid input syntax for type bigint: "a"/,
  },
  {
    name: 'a pattern for a number',
    wanted: { table: 'tents', filter: 'id=like.1%' },
    message: /^Unable to subscribe .*operator like requires a text-compatible column type/,
  },
  {
    name: 'an invalid regular expression',
    wanted: { table: 'tents', filter: 'name=match.(' },
    message: /^(Unable to subscribe|Error parsing) .*(regular expression|parentheses)/,
  },
  {
    name: 'a selected column that it may not read',
    wanted: { table: 'tents', select: ['code'] },
    message: /^Unable to subscribe .*invalid column for select code/,
  },
  {
    name: 'selected columns of every table',
    wanted: { select: ['id'] },
    message:
      /^Column selection is not supported for wildcard subscriptions\. Provide an explicit schema and table name\.$/,
  },
];

describe.each(kinds)('$name gets an error for', (kind) => {
  it.each(refused)('$name', async ({ wanted, message }) => {
    const channel = connect(kind, 'anon').channel(randomUUID(), {
      config: { broadcast: { self: true } },
    });
    const system = systemOf(channel);
    changesOf(channel, wanted);
    const words = broadcastsOf(channel, 'word');
    await joined(channel);
    expect(await system.next()).toMatchObject({
      extension: 'postgres_changes',
      status: 'error',
      message: expect.stringMatching(message),
      channel: channel.topic.replace('realtime:', ''),
    });
    await sendWord(channel, { n: 1 });
    expect((await words.next()).payload).toEqual({ n: 1 }); // the channel works nevertheless
  });

  it('a valid subscription after an invalid one', async () => {
    const camp = randomUUID();
    const channel = connect(kind, 'anon').channel(camp);
    const system = systemOf(channel);
    changesOf(channel, { table: 'tents', filter: 'code=eq.1' });
    await joined(channel);
    expect(await system.next()).toMatchObject({ status: 'error' });
    const second = connect(kind, 'anon').channel(camp);
    const valid = systemOf(second);
    changesOf(second, { table: 'tents', filter: `camp=eq.${camp}` });
    await joined(second);
    expect(await valid.next()).toEqual({
      extension: 'postgres_changes',
      status: 'ok',
      message: 'Subscribed to PostgreSQL',
      channel: camp,
    });
  });
});
