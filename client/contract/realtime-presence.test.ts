import { randomUUID } from 'node:crypto';
import type { RealtimeChannel } from '@supabase/supabase-js';
import { describe, expect, it } from 'vitest';
import {
  connect,
  Received,
  joined,
  type Kind,
  kinds,
  newest,
  type Row,
  withRetry,
} from './realtime-client.ts';

// Presence: each client sees joins, updates and leaves of itself and others.

interface PresenceEvent {
  kind: 'join' | 'leave';
  key: string;
  metas: Row[];
}

/** Joins with a presence key, and records the presence events. */
async function enter(kind: Kind, topic: string, key: string) {
  const client = connect(kind, 'anon');
  const channel = client.channel(topic, { config: { presence: { key } } });
  const seen = new Received<PresenceEvent>();
  const synced = new Received<string[]>();
  channel.on('presence', { event: 'join' }, ({ key: of, newPresences }) => {
    seen.push({ kind: 'join', key: of, metas: newPresences });
  });
  channel.on('presence', { event: 'leave' }, ({ key: of, leftPresences }) => {
    seen.push({ kind: 'leave', key: of, metas: leftPresences });
  });
  channel.on('presence', { event: 'sync' }, () => {
    synced.push(Object.keys(channel.presenceState()).toSorted());
  });
  await joined(channel);
  const track = (meta: Row) => withRetry(() => channel.track(meta));
  const untrack = () => withRetry(() => channel.untrack());
  return { client, channel, seen, synced, track, untrack };
}

const present = (channel: RealtimeChannel) =>
  Object.fromEntries(
    Object.entries(channel.presenceState<Row>()).map(([key, metas]) => [
      key,
      metas.map((meta) =>
        Object.fromEntries(Object.entries(meta).filter(([name]) => name !== 'presence_ref')),
      ),
    ]),
  );

describe.each(kinds)('$name', (kind) => {
  it.each([newest, kind])('sees $name join, update and leave', async (other) => {
    const topic = randomUUID();
    const host = await enter(kind, topic, 'host');
    expect(await host.synced.next()).toEqual([]);
    expect(await host.track({ at: 'hut' })).toBe('ok');
    expect(await host.seen.next()).toMatchObject({ kind: 'join', key: 'host' });
    const guest = await enter(other, topic, 'guest');
    expect(await guest.synced.next()).toEqual(['host']);
    expect(present(guest.channel)).toEqual({ host: [{ at: 'hut' }] });
    await guest.track({ at: 'summit', note: 'é' });
    expect(await host.seen.next()).toMatchObject({
      kind: 'join',
      key: 'guest',
      metas: [{ at: 'summit', note: 'é' }],
    });
    await guest.track({ at: 'camp' });
    expect(await host.seen.next()).toMatchObject({ kind: 'join', metas: [{ at: 'camp' }] });
    expect(await host.seen.next()).toMatchObject({ kind: 'leave', metas: [{ at: 'summit' }] });
    expect(present(host.channel)).toEqual({ host: [{ at: 'hut' }], guest: [{ at: 'camp' }] });
    expect(await guest.untrack()).toBe('ok');
    expect(await host.seen.next()).toMatchObject({ kind: 'leave', key: 'guest' });
    expect(present(host.channel)).toEqual({ host: [{ at: 'hut' }] });
  });

  it('sees a client leave, and one whose connection ends', async () => {
    const topic = randomUUID();
    const host = await enter(kind, topic, 'host');
    const leaves = await enter(kind, topic, 'leaves');
    const breaks = await enter(kind, topic, 'breaks');
    await leaves.track({});
    expect(await host.seen.next()).toMatchObject({ kind: 'join', key: 'leaves' });
    await breaks.track({});
    expect(await host.seen.next()).toMatchObject({ kind: 'join', key: 'breaks' });
    await leaves.client.removeChannel(leaves.channel);
    expect(await host.seen.next()).toMatchObject({ kind: 'leave', key: 'leaves' });
    await breaks.client.realtime.disconnect();
    expect(await host.seen.next()).toMatchObject({ kind: 'leave', key: 'breaks' });
    expect(present(host.channel)).toEqual({});
  });

  it('sees two clients with one key as one key with two metas', async () => {
    const topic = randomUUID();
    const host = await enter(kind, topic, 'host');
    const windows = [await enter(kind, topic, 'guest'), await enter(kind, topic, 'guest')];
    for (const [place, { track }] of windows.entries()) {
      await track({ window: place });
      expect(await host.seen.next()).toMatchObject({ kind: 'join', key: 'guest' });
    }
    expect(present(host.channel)['guest']).toHaveLength(2);
    await windows[0]?.untrack();
    expect(await host.seen.next()).toMatchObject({ kind: 'leave', metas: [{ window: 0 }] });
    expect(present(host.channel)).toEqual({ guest: [{ window: 1 }] });
  });

  it('gets a generated key by default', async () => {
    const topic = randomUUID();
    const host = await enter(kind, topic, '');
    await host.track({ n: 1 });
    const { key } = await host.seen.next();
    expect(key).toMatch(/^[0-9a-f-]{36}$/);
  });
});

it('a client without presence listeners is seen by others', async () => {
  const topic = randomUUID();
  const host = await enter(newest, topic, 'host');
  const silent = connect(newest, 'anon').channel(topic, {
    config: { presence: { key: 'silent' } },
  });
  await joined(silent);
  expect(await silent.track({ n: 1 })).toBe('ok');
  expect(await host.seen.next()).toMatchObject({ key: 'silent', metas: [{ n: 1 }] });
});
