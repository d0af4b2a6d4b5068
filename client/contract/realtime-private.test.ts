import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { untyped } from './client.ts';
import {
  broadcastsOf,
  connect,
  Received,
  joined,
  type Kind,
  kinds,
  newest,
} from './realtime-client.ts';
import { memberId, type Role } from './program.ts';

// Private channels: the policies on realtime.messages decide who may join and who may send. Members may
// join all rooms except closed ones, and send in all except quiet ones.

const recent = kinds.filter(({ isNew }) => isNew); // the oldest client has no private channels

const enter = (kind: Kind, role: Role, topic: string, config: object = {}) =>
  connect(kind, role).channel(topic, { config: { private: true, ...config } });

describe.each(recent)('$name', (kind) => {
  it('joins if a policy allows it, and receives broadcasts of members', async () => {
    const topic = `room:${randomUUID()}`;
    const listener = enter(kind, 'authenticated', topic);
    const received = broadcastsOf(listener, 'word');
    await joined(listener);
    const speaker = enter(kind, 'authenticated', topic);
    await joined(speaker);
    await speaker.send({ type: 'broadcast', event: 'word', payload: { n: 1 } });
    expect((await received.next()).payload).toEqual({ n: 1 });
    await expect(speaker.httpSend('word', { n: 2 })).resolves.toEqual({ success: true });
    expect((await received.next()).payload).toEqual({ n: 2 });
  });

  it.each([
    { name: 'the role anon', role: 'anon', topic: `room:${randomUUID()}` },
    { name: 'a member, of a closed room', role: 'authenticated', topic: 'room:closed:1' },
    { name: 'a member, of another topic', role: 'authenticated', topic: 'other' },
  ] as const)('does not join as $name', async ({ role, topic }) => {
    await expect(joined(enter(kind, role, topic))).rejects.toThrow(
      `CHANNEL_ERROR: Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`,
    );
  });

  it('joins any as the service role', async () => {
    const channel = await joined(enter(kind, 'service_role', 'other'));
    expect(channel.state).toBe('joined');
  });

  it('cannot send with read rights only', async () => {
    const topic = `room:quiet:${randomUUID()}`;
    const listener = enter(kind, 'service_role', topic);
    const received = broadcastsOf(listener, 'word');
    await joined(listener);
    const speaker = enter(kind, 'authenticated', topic);
    await joined(speaker);
    await speaker.send({ type: 'broadcast', event: 'word', payload: { n: 1 } });
    await expect(speaker.httpSend('word', { n: 2 })).rejects.toThrow('Unauthorized');
    await enter(kind, 'service_role', topic).httpSend('word', { n: 3 });
    expect((await received.next()).payload).toEqual({ n: 3 });
    expect(received.drain()).toEqual([]);
  });

  it('is separate from the public channel of its name', async () => {
    const topic = `room:${randomUUID()}`;
    const closed = enter(kind, 'authenticated', topic);
    const open = connect(kind, 'authenticated').channel(topic);
    const [inside, outside] = [broadcastsOf(closed, 'word'), broadcastsOf(open, 'word')];
    await joined(closed);
    await joined(open);
    await enter(kind, 'authenticated', topic).httpSend('word', { at: 'inside' });
    await connect(kind, 'authenticated').channel(topic).httpSend('word', { at: 'outside' });
    expect((await inside.next()).payload).toEqual({ at: 'inside' });
    expect((await outside.next()).payload).toEqual({ at: 'outside' });
    expect([...inside.drain(), ...outside.drain()]).toEqual([]);
  });

  it('sees presence', async () => {
    const topic = `room:${randomUUID()}`;
    const host = enter(kind, 'authenticated', topic);
    const seen = new Received<string>();
    host.on('presence', { event: 'join' }, ({ key }) => seen.push(key));
    await joined(host);
    const guest = enter(kind, 'authenticated', topic, { presence: { key: 'guest' } });
    await joined(guest);
    expect(await guest.track({ n: 1 })).toBe('ok');
    expect(await seen.next()).toBe('guest');
  });

  it('receives messages sent by SQL and by triggers', async () => {
    const topic = `room:${randomUUID()}`;
    const channel = enter(kind, 'authenticated', topic);
    const received = broadcastsOf(channel, '*');
    await joined(channel);
    const service = untyped('service_role');
    const message = { topic, event: 'word', payload: { n: 1 }, private: true };
    await service.rpc('tell', message).throwOnError();
    const first = await received.next();
    expect(first).toMatchObject({ event: 'word', payload: { n: 1, id: expect.any(String) } });
    const beacon = { id: Math.floor(Math.random() * 2 ** 31), room: topic, lit: true };
    await service.from('beacons').insert(beacon).throwOnError();
    const where = { table: 'beacons', schema: 'public' };
    expect(await received.next()).toMatchObject({
      event: 'INSERT',
      payload: { ...where, operation: 'INSERT', record: beacon, old_record: null },
    });
    await service.from('beacons').delete().eq('id', beacon.id).throwOnError();
    expect(await received.next()).toMatchObject({
      event: 'DELETE',
      payload: { ...where, operation: 'DELETE', record: null, old_record: beacon },
    });
  });

  it('replays messages that SQL sent before the join, oldest first', async () => {
    const topic = `room:${randomUUID()}`;
    const since = Date.now() - 60_000;
    // A client that has joined before, to wait until all messages were sent.
    const witness = enter(kind, 'authenticated', topic);
    const live = broadcastsOf(witness, 'word');
    await joined(witness);
    for (const n of [1, 2, 3]) {
      const message = { topic, event: 'word', payload: { n }, private: true };
      await untyped('service_role').rpc('tell', message).throwOnError();
      expect((await live.next()).payload).toMatchObject({ n });
    }
    const channel = enter(kind, 'authenticated', topic, {
      broadcast: { replay: { since, limit: 2 } },
    });
    const received = broadcastsOf(channel, 'word');
    await joined(channel);
    for (const n of [2, 3]) {
      const { payload, meta } = await received.next();
      expect(payload).toMatchObject({ n });
      expect(meta).toMatchObject({ replayed: true, id: expect.any(String) });
    }
    await enter(kind, 'authenticated', topic).httpSend('word', { n: 4 });
    const last = await received.next();
    expect(last.payload).toEqual({ n: 4 });
    expect(last.meta ?? {}).not.toHaveProperty('replayed');
  });
});

it('the policies read the claims of the token', async () => {
  // The same topic is allowed for one user and refused for another.
  const topic = `room:${memberId}`;
  await joined(enter(newest, 'authenticated', topic));
  await expect(joined(enter(newest, 'anon', topic))).rejects.toThrow('Unauthorized');
});
