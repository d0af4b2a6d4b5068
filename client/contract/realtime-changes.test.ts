import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { untyped } from './client.ts';
import { changesOf, connect, joined, kinds, newest } from './realtime-client.ts';
import { memberId } from './program.ts';

// Changes of rows, as supabase-js receives them. The service role writes with the table API.

const service = () => untyped('service_role');
const pitch = (rows: object | object[]) => service().from('tents').insert(rows).throwOnError();
const build = (rows: object | object[]) => service().from('huts').insert(rows).throwOnError();

describe.each(kinds)('$name', (kind) => {
  it('receives inserts, updates and deletes with the full old row', async () => {
    const camp = randomUUID();
    const channel = connect(kind, 'anon').channel(camp);
    const received = changesOf(channel, { table: 'huts', filter: `camp=eq.${camp}` });
    await joined(channel);
    const { data: hut } = await service()
      .from('huts')
      .insert({ camp, name: 'Neltner', beds: 86 })
      .select()
      .single()
      .throwOnError();
    const before = Date.now() - 60_000;
    const inserted = await received.next();
    expect(inserted).toEqual({
      schema: 'public',
      table: 'huts',
      eventType: 'INSERT',
      commit_timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/),
      errors: null,
      new: hut,
      old: {},
    });
    expect(Date.parse(inserted.commit_timestamp)).toBeGreaterThan(before);
    await service().from('huts').update({ beds: 90 }).eq('camp', camp).throwOnError();
    expect(await received.next()).toMatchObject({
      eventType: 'UPDATE',
      new: { ...hut, beds: 90 },
      old: hut,
    });
    await service().from('huts').delete().eq('camp', camp).throwOnError();
    expect(await received.next()).toMatchObject({
      eventType: 'DELETE',
      new: {},
      old: { ...hut, beds: 90 },
    });
  });

  it('receives single events, and all of them', async () => {
    const camp = randomUUID();
    const filter = `camp=eq.${camp}`;
    const channel = connect(kind, 'anon').channel(camp);
    const all = changesOf(channel, { table: 'huts', filter });
    const events = ['INSERT', 'UPDATE', 'DELETE'] as const;
    const each = events.map((event) => changesOf(channel, { event, table: 'huts', filter }));
    await joined(channel);
    await build({ camp });
    await service().from('huts').update({ beds: 1 }).eq('camp', camp).throwOnError();
    await service().from('huts').delete().eq('camp', camp).throwOnError();
    for (const event of events) {
      expect((await all.next()).eventType).toBe(event);
    }
    for (const [place, received] of each.entries()) {
      expect((await received.next()).eventType).toBe(events[place]);
      expect(received.drain()).toEqual([]);
    }
  });

  it('receives only the key of old rows with the default replica identity', async () => {
    const camp = randomUUID();
    const channel = connect(kind, 'anon').channel(camp);
    const updates = changesOf(channel, {
      event: 'UPDATE',
      table: 'tents',
      filter: `camp=eq.${camp}`,
    });
    const { data } = await service().from('tents').insert({ camp }).select('id').single();
    const deletes = changesOf(channel, {
      event: 'DELETE',
      table: 'tents',
      filter: `id=eq.${data?.id}`,
    });
    await joined(channel);
    await service().from('tents').update({ places: 3 }).eq('camp', camp).throwOnError();
    expect(await updates.next()).toMatchObject({ new: { places: 3 }, old: { id: data?.id } });
    await service().from('tents').delete().eq('camp', camp).throwOnError();
    expect(await deletes.next()).toMatchObject({ eventType: 'DELETE', new: {}, old: data });
  });

  it('receives values as the table API formats them', async () => {
    const camp = randomUUID();
    const channel = connect(kind, 'service_role').channel(camp);
    const received = changesOf(channel, { table: 'tents', filter: `camp=eq.${camp}` });
    await joined(channel);
    await pitch([
      {
        camp,
        owner: memberId,
        name: 'Aïcha, "the" {first} \\ 山',
        places: -2,
        price: 12.5,
        open: true,
        standing: 'resting',
        tags: ['a', 'b,c', '"', null],
        gear: { rope: [1, 2.5, null], 'a b': 'ü' },
        pitched: '2026-03-01T10:00:00.123456+01:00',
        stamp: '\\x00ff',
        note: '',
        code: 'x',
      },
      { camp },
    ]);
    const { data: rows } = await service().from('tents').select().eq('camp', camp).order('id');
    expect((await received.next()).new).toEqual(rows?.[0]);
    expect((await received.next()).new).toEqual(rows?.[1]);
  });

  it('receives a large value in full, also if another column was changed', async () => {
    const camp = randomUUID();
    const channel = connect(kind, 'anon').channel(camp);
    const received = changesOf(channel, { table: 'tents', filter: `camp=eq.${camp}` });
    const note = Array.from({ length: 5000 }, () => randomUUID()).join();
    await joined(channel);
    await pitch({ camp, note });
    expect((await received.next()).new).toMatchObject({ note });
    await service().from('tents').update({ places: 2 }).eq('camp', camp).throwOnError();
    expect((await received.next()).new).toMatchObject({ places: 2, note });
  });

  it('receives only rows and columns that it may read', async () => {
    const camp = randomUUID();
    const listen = async (role: 'anon' | 'authenticated' | 'service_role') => {
      const channel = connect(kind, role).channel(camp);
      const received = changesOf(channel, { table: 'tents', filter: `camp=eq.${camp}` });
      await joined(channel);
      return received;
    };
    const anon = await listen('anon');
    const member = await listen('authenticated');
    const all = await listen('service_role');
    for (const owner of [randomUUID(), memberId, null]) {
      await pitch({ camp, owner, name: String(owner), code: 'secret' });
    }
    expect((await anon.next()).new).toMatchObject({ owner: null });
    expect((await member.next()).new).toMatchObject({ owner: memberId });
    const last = await member.next();
    expect(last.new).toMatchObject({ owner: null });
    expect(last.new).not.toHaveProperty('code');
    for (const _ of [1, 2, 3]) expect((await all.next()).new).toMatchObject({ code: 'secret' });
    expect([...anon.drain(), ...member.drain(), ...all.drain()]).toEqual([]);
  });

  it('receives changes of a schema and of all schemas', async () => {
    const camp = randomUUID();
    const channel = connect(kind, 'anon').channel(camp);
    const ofSchema = changesOf(channel, { schema: 'personal' });
    const ofAll = changesOf(channel, { schema: '*', table: '*' });
    await joined(channel);
    const id = Math.floor(Math.random() * 2 ** 31);
    await service().schema('personal').from('bivouacs').insert({ id, camp }).throwOnError();
    await build({ camp });
    const mine = ({ new: row }: { new: object }) => 'camp' in row && row.camp === camp;
    expect(await ofSchema.until(mine)).toMatchObject({ schema: 'personal', table: 'bivouacs' });
    expect(await ofAll.until(mine)).toMatchObject({ schema: 'personal', new: { id, camp } });
    expect(await ofAll.until(mine)).toMatchObject({ schema: 'public', table: 'huts' });
    expect(ofSchema.drain().filter(mine)).toEqual([]);
  });

  it('receives nothing after it has left, while another client does', async () => {
    const camp = randomUUID();
    const listen = async () => {
      const client = connect(kind, 'anon');
      const channel = client.channel(camp);
      const received = changesOf(channel, { table: 'huts', filter: `camp=eq.${camp}` });
      await joined(channel);
      return { received, leave: () => client.removeChannel(channel) };
    };
    const stays = await listen();
    const leaves = await listen();
    await build({ camp, beds: 1 });
    expect((await stays.received.next()).new).toMatchObject({ beds: 1 });
    expect((await leaves.received.next()).new).toMatchObject({ beds: 1 });
    expect(await leaves.leave()).toBe('ok');
    await build({ camp, beds: 2 });
    expect((await stays.received.next()).new).toMatchObject({ beds: 2 });
    expect(leaves.received.drain()).toEqual([]);
  });

  it('loses no change after SUBSCRIBED', { timeout: 30_000 }, async () => {
    const client = connect(kind, 'anon');
    const rounds = kind === newest ? 200 : 50;
    for (let round = 0; round < rounds; round++) {
      const camp = randomUUID();
      const channel = client.channel(camp);
      const received = changesOf(channel, { table: 'huts', filter: `camp=eq.${camp}` });
      await joined(channel);
      await build({ camp, beds: round });
      expect((await received.next()).new).toMatchObject({ beds: round });
      await client.removeChannel(channel);
    }
  });
});
