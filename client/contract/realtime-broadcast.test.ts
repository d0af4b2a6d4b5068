import { randomUUID } from 'node:crypto';
import { describe, expect, inject, it } from 'vitest';
import { untyped } from './client.ts';
import {
  broadcastsOf,
  connect,
  Received,
  joined,
  kinds,
  newest,
  sendWord,
} from './realtime-client.ts';

// Broadcasts between clients, over the socket and by HTTP. Every client receives what every other sends,
// except bytes, which protocol 1.0.0 does not have.

describe.each(kinds)('$name', (kind) => {
  const enter = (topic: string, broadcast: { self?: boolean; ack?: boolean } = {}) =>
    connect(kind, 'anon').channel(topic, { config: { broadcast } });

  it.each(kinds)('reaches $name, and not the sender', async (other) => {
    const topic = randomUUID();
    const [speaker, listener] = [enter(topic), connect(other, 'anon').channel(topic)];
    const [own, received] = [broadcastsOf(speaker, 'word'), broadcastsOf(listener, 'word')];
    const others = broadcastsOf(listener, 'other');
    await joined(listener);
    await joined(speaker);
    const payload = { text: 'à 4167 م "山"', list: [1, null, true], deep: { a: {} } };
    expect(await sendWord(speaker, payload)).toBe('ok');
    expect(await received.next()).toMatchObject({ type: 'broadcast', event: 'word', payload });
    await sendWord(listener, { text: 'back' });
    expect((await own.next()).payload).toEqual({ text: 'back' });
    expect([...own.drain(), ...others.drain()]).toEqual([]);
  });

  it('receives its own messages with self: true, in order', async () => {
    const channel = enter(randomUUID(), { self: true });
    const received = broadcastsOf(channel, '*');
    await joined(channel);
    for (let n = 0; n < 8; n++) {
      await sendWord(channel, { n });
      expect((await received.next()).payload).toEqual({ n });
    }
  });

  it('gets an acknowledgement with ack: true', async () => {
    const channel = enter(randomUUID(), { ack: true });
    await joined(channel);
    expect(await sendWord(channel, { n: 1 })).toBe('ok');
  });

  it('receives messages sent by HTTP, single and in a batch', async () => {
    const topic = `${randomUUID()}/ü?`;
    const channel = enter(topic);
    const received = broadcastsOf(channel, 'word');
    await joined(channel);
    const sender = connect(newest, 'anon').channel(topic);
    await expect(sender.httpSend('word', { n: 1 })).resolves.toEqual({ success: true });
    expect((await received.next()).payload).toEqual({ n: 1 });
    const messages = [2, 3].map((n) => ({ topic, event: 'word', payload: { n } }));
    const response = await post('/api/broadcast', { messages });
    expect([response.status, await response.text()]).toEqual([202, '']);
    expect((await received.next()).payload).toEqual({ n: 2 });
    expect((await received.next()).payload).toEqual({ n: 3 });
  });

  it('receives messages sent by SQL', async () => {
    const topic = randomUUID();
    const channel = enter(topic);
    const received = broadcastsOf(channel, 'word');
    await joined(channel);
    const message = { topic, event: 'word', payload: { n: 1 }, private: false };
    await untyped('service_role').rpc('tell', message).throwOnError();
    expect((await received.next()).payload).toMatchObject({ n: 1 });
    await untyped('service_role')
      .rpc('tell', { ...message, private: true })
      .throwOnError();
    await untyped('service_role')
      .rpc('tell', { ...message, payload: { n: 2 } })
      .throwOnError();
    expect((await received.next()).payload).toMatchObject({ n: 2 }); // and not that of the private channel
  });

  it('receives nothing after it has left, and again after a rejoin', async () => {
    const topic = randomUUID();
    const client = connect(kind, 'anon');
    const first = client.channel(topic);
    const before = broadcastsOf(first, 'word');
    await joined(first);
    expect(await client.removeChannel(first)).toBe('ok');
    const second = client.channel(topic);
    const after = broadcastsOf(second, 'word');
    await joined(second);
    await post('/api/broadcast', { messages: [{ topic, event: 'word', payload: { n: 1 } }] });
    expect((await after.next()).payload).toEqual({ n: 1 });
    expect(before.drain()).toEqual([]);
  });
});

const post = (path: string, body: unknown, key = inject('keys').anon) =>
  fetch(`${inject('address')}/realtime/v1${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(key === '' ? {} : { apikey: key }) },
    body: JSON.stringify(body),
  });

describe('bytes', () => {
  const bytes = Uint8Array.from({ length: 300 }, (_, place) => place % 256);
  const plain = (payload: unknown) =>
    payload instanceof ArrayBuffer ? [...new Uint8Array(payload)] : payload;

  it('arrive unchanged over the socket, by HTTP and from SQL', async () => {
    const topic = randomUUID();
    const [speaker, listener] = [1, 2].map(() => connect(newest, 'anon').channel(topic));
    if (speaker === undefined || listener === undefined) throw new Error('no channels');
    const received = broadcastsOf(listener, 'bytes');
    await joined(listener);
    await joined(speaker);
    await speaker.send({ type: 'broadcast', event: 'bytes', payload: bytes.buffer });
    expect(plain((await received.next()).payload)).toEqual([...bytes]);
    await speaker.httpSend('bytes', bytes);
    expect(plain((await received.next()).payload)).toEqual([...bytes]);
    const message = { topic, event: 'bytes', payload: '\\x00ff80', private: false };
    await untyped('service_role').rpc('tell_bytes', message).throwOnError();
    expect(plain((await received.next()).payload)).toEqual([0, 255, 128]);
  });

  it('are not sent to a client without them', async () => {
    const topic = randomUUID();
    const speaker = connect(newest, 'anon').channel(topic);
    await joined(speaker);
    for (const kind of kinds.filter(({ isBinary }) => !isBinary)) {
      const listener = connect(kind, 'anon').channel(topic);
      const received = broadcastsOf(listener, '*');
      await joined(listener);
      await speaker.send({ type: 'broadcast', event: 'bytes', payload: bytes.buffer });
      await sendWord(speaker, { n: 1 });
      expect(await received.next()).toMatchObject({ event: 'word', payload: { n: 1 } });
    }
  });
});

describe('by HTTP', () => {
  it.each([
    { name: 'without a key', key: '', body: { messages: [] }, status: 401 },
    { name: 'with an invalid key', key: 'nonsense', body: { messages: [] }, status: 401 },
    { name: 'without messages', body: {}, status: 422 },
    { name: 'with a message that has no topic', body: { messages: [{ event: 'a' }] }, status: 422 },
    { name: 'with messages that are not an array', body: { messages: 'a' }, status: 422 },
  ])('a request $name is refused', async ({ key, body, status }) => {
    const response = await post('/api/broadcast', body, key);
    expect(response.status).toBe(status);
    expect(await response.json()).toBeTypeOf('object');
  });

  it('another type of content than JSON and bytes is refused', async () => {
    const response = await fetch(`${inject('address')}/realtime/v1/api/broadcast/a/events/b`, {
      method: 'POST',
      headers: { 'Content-Type': 'text/plain', apikey: inject('keys').anon },
      body: 'a',
    });
    expect(response.status).toBe(415);
    expect(await response.json()).toEqual({
      error: expect.stringContaining('Unsupported Media Type'),
    });
  });

  it('CORS allows other origins', async () => {
    const response = await fetch(`${inject('address')}/realtime/v1/api/broadcast`, {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://elsewhere.example',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'apikey,authorization,content-type',
      },
    });
    expect(response.ok).toBe(true);
    expect(response.headers.get('Access-Control-Allow-Origin')).toMatch(/^(\*|https:.*)$/);
  });
});

it('a channel that is not joined sends by HTTP', async () => {
  const topic = randomUUID();
  const listener = connect(newest, 'anon').channel(topic);
  const received = broadcastsOf(listener, 'word');
  await joined(listener);
  const log = new Received<string>();
  const client = connect(newest, 'anon', { logger: (_, message) => log.push(message) });
  expect(await sendWord(client.channel(topic), { n: 1 })).toBe('ok');
  expect((await received.next()).payload).toEqual({ n: 1 });
  expect(log.drain().join('\n')).toContain('falling back to REST');
});
