import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { untyped } from './client.ts';
import { broadcastsOf, connect, Heard, joined, type Kind, kinds, newest } from './live.ts';
import { memberId, type Role } from './program.ts';

// Private channels: the policies on realtime.messages say who may join one, and who may send there.
// Members may enter rooms but for closed ones, and talk in them but in quiet ones.

const recent = kinds.filter(({ isNew }) => isNew); // the oldest client has no private channels

const enter = (kind: Kind, role: Role, topic: string, config: object = {}) =>
  connect(kind, role).channel(topic, { config: { private: true, ...config } });

describe.each(recent)('$name', (kind) => {
  it('joins where a policy lets it, and hears what members send', async () => {
    const topic = `room:${randomUUID()}`;
    const listener = enter(kind, 'authenticated', topic);
    const heard = broadcastsOf(listener, 'word');
    await joined(listener);
    const speaker = enter(kind, 'authenticated', topic);
    await joined(speaker);
    await speaker.send({ type: 'broadcast', event: 'word', payload: { n: 1 } });
    expect((await heard.next()).payload).toEqual({ n: 1 });
    await expect(speaker.httpSend('word', { n: 2 })).resolves.toEqual({ success: true });
    expect((await heard.next()).payload).toEqual({ n: 2 });
  });

  it.each([
    { name: 'a visitor', role: 'anon', topic: `room:${randomUUID()}` },
    { name: 'a member, of a closed room', role: 'authenticated', topic: 'room:closed:1' },
    { name: 'a member, of what is no room', role: 'authenticated', topic: 'other' },
  ] as const)('does not join as $name', async ({ role, topic }) => {
    await expect(joined(enter(kind, role, topic))).rejects.toThrow(
      `CHANNEL_ERROR: Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`,
    );
  });

  it('joins any as the service', async () => {
    const channel = await joined(enter(kind, 'service_role', 'other'));
    expect(channel.state).toBe('joined');
  });

  it('does not send where it may only listen', async () => {
    const topic = `room:quiet:${randomUUID()}`;
    const listener = enter(kind, 'service_role', topic);
    const heard = broadcastsOf(listener, 'word');
    await joined(listener);
    const speaker = enter(kind, 'authenticated', topic);
    await joined(speaker);
    await speaker.send({ type: 'broadcast', event: 'word', payload: { n: 1 } });
    await expect(speaker.httpSend('word', { n: 2 })).rejects.toThrow('Unauthorized');
    await enter(kind, 'service_role', topic).httpSend('word', { n: 3 });
    expect((await heard.next()).payload).toEqual({ n: 3 });
    expect(heard.rest()).toEqual([]);
  });

  it('is another channel than the public one of its name', async () => {
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
    expect([...inside.rest(), ...outside.rest()]).toEqual([]);
  });

  it('sees who is there', async () => {
    const topic = `room:${randomUUID()}`;
    const host = enter(kind, 'authenticated', topic);
    const seen = new Heard<string>();
    host.on('presence', { event: 'join' }, ({ key }) => seen.hear(key));
    await joined(host);
    const guest = enter(kind, 'authenticated', topic, { presence: { key: 'guest' } });
    await joined(guest);
    expect(await guest.track({ n: 1 })).toBe('ok');
    expect(await seen.next()).toBe('guest');
  });

  it('hears what SQL sends, and what a trigger tells of a row', async () => {
    const topic = `room:${randomUUID()}`;
    const channel = enter(kind, 'authenticated', topic);
    const heard = broadcastsOf(channel, '*');
    await joined(channel);
    const service = untyped('service_role');
    const told = { topic, event: 'word', payload: { n: 1 }, private: true };
    await service.rpc('tell', told).throwOnError();
    const first = await heard.next();
    expect(first).toMatchObject({ event: 'word', payload: { n: 1, id: expect.any(String) } });
    const beacon = { id: Math.floor(Math.random() * 2 ** 31), room: topic, lit: true };
    await service.from('beacons').insert(beacon).throwOnError();
    const where = { table: 'beacons', schema: 'public' };
    expect(await heard.next()).toMatchObject({
      event: 'INSERT',
      payload: { ...where, operation: 'INSERT', record: beacon, old_record: null },
    });
    await service.from('beacons').delete().eq('id', beacon.id).throwOnError();
    expect(await heard.next()).toMatchObject({
      event: 'DELETE',
      payload: { ...where, operation: 'DELETE', record: null, old_record: beacon },
    });
  });

  it('is told again what SQL sent before it came, the oldest first', async () => {
    const topic = `room:${randomUUID()}`;
    const since = Date.now() - 60_000;
    // Who is there already, so that nothing of it is still on its way.
    const witness = enter(kind, 'authenticated', topic);
    const live = broadcastsOf(witness, 'word');
    await joined(witness);
    for (const n of [1, 2, 3]) {
      const told = { topic, event: 'word', payload: { n }, private: true };
      await untyped('service_role').rpc('tell', told).throwOnError();
      expect((await live.next()).payload).toMatchObject({ n });
    }
    const channel = enter(kind, 'authenticated', topic, {
      broadcast: { replay: { since, limit: 2 } },
    });
    const heard = broadcastsOf(channel, 'word');
    await joined(channel);
    for (const n of [2, 3]) {
      const { payload, meta } = await heard.next();
      expect(payload).toMatchObject({ n });
      expect(meta).toMatchObject({ replayed: true, id: expect.any(String) });
    }
    await enter(kind, 'authenticated', topic).httpSend('word', { n: 4 });
    const last = await heard.next();
    expect(last.payload).toEqual({ n: 4 });
    expect(last.meta ?? {}).not.toHaveProperty('replayed');
  });
});

it('a member is the one of its token', async () => {
  // The policy asks the claims: the same topic is open to one and shut to the other.
  const topic = `room:${memberId}`;
  await joined(enter(newest, 'authenticated', topic));
  await expect(joined(enter(newest, 'anon', topic))).rejects.toThrow('Unauthorized');
});
