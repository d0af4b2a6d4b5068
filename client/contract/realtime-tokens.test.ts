import { randomUUID } from 'node:crypto';
import { describe, expect, inject, it } from 'vitest';
import { untyped } from './client.ts';
import {
  changesOf,
  connectWith,
  type Kind,
  kinds,
  newest,
  statusesOf,
  systemOf,
} from './realtime-client.ts';
import { memberId, sign } from './program.ts';

// Tokens: a new token takes effect at once; an expired one is replaced by the next.

const member = (claims: object = {}) => sign({ role: 'authenticated', sub: memberId, ...claims });
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
const pitch = (row: object) => untyped('service_role').from('tents').insert(row).throwOnError();

describe.each(kinds)('$name', (kind) => {
  it('has the rights of its new token only', async () => {
    const camp = randomUUID();
    const { client, renew } = await connectWith(kind, inject('keys').anon);
    const channel = client.channel(camp);
    const received = changesOf(channel, { table: 'tents', filter: `camp=eq.${camp}` });
    const system = systemOf(channel);
    const states = statusesOf(channel);
    expect(await states.next()).toBe('SUBSCRIBED');
    expect(await system.next()).toMatchObject({ status: 'ok' });
    await pitch({ camp, owner: memberId, name: 'hidden' });
    await pitch({ camp, name: 'before' }); // this change comes after the hidden one
    expect((await received.next()).new).toMatchObject({ name: 'before' });
    await renew(member());
    expect(await system.next()).toMatchObject({ extension: 'postgres_changes', status: 'ok' });
    await pitch({ camp, owner: memberId, name: 'after' });
    expect((await received.next()).new).toMatchObject({ name: 'after' });
    await renew(member({ sub: randomUUID() }));
    expect(await system.next()).toMatchObject({ status: 'ok' });
    await pitch({ camp, owner: memberId, name: 'of another' });
    await pitch({ camp, name: 'of nobody' });
    expect((await received.next()).new).toMatchObject({ name: 'of nobody' });
    expect(states.drain()).toEqual([]);
  });
});

it('rejoins with a new token after the old one has expired', async () => {
  const comeBack = async (kind: Kind) => {
    const camp = randomUUID();
    // Long enough to join first on a busy machine.
    const ending = member({ exp: inSeconds(6) });
    const { client, renew } = await connectWith(kind, ending, { reconnectAfterMs: () => 50 });
    const channel = client.channel(camp);
    const received = changesOf(channel, { table: 'tents', filter: `camp=eq.${camp}` });
    const system = systemOf(channel);
    const states = statusesOf(channel);
    expect(await states.next()).toBe('SUBSCRIBED');
    const { message } = await system.until(({ status }) => status === 'error');
    expect(message).toMatch(/^Token has expired \d+ seconds ago$/);
    expect(await states.next()).toMatch(/^CHANNEL_ERROR/);
    await renew(member());
    await states.until((state) => state === 'SUBSCRIBED');
    await pitch({ camp, owner: memberId, name: 'again' });
    expect((await received.next()).new).toMatchObject({ name: 'again' });
  };
  await Promise.all(kinds.map(comeBack));
});

it.each([
  {
    name: 'has expired',
    token: member({ exp: inSeconds(-60) }),
    reason: /^CHANNEL_ERROR: InvalidJWTToken: Token has expired \d+ seconds ago$/,
  },
  {
    name: 'is malformed',
    token: 'nonsense',
    reason: /^CHANNEL_ERROR: MalformedJWT: The token provided is not a valid JWT$/,
  },
  {
    name: 'is of another server',
    token: forged(),
    reason: /^CHANNEL_ERROR: JwtSignatureError: Failed to validate JWT signature$/,
  },
  {
    name: 'has no role',
    token: sign({ sub: memberId }),
    reason: /^CHANNEL_ERROR: InvalidJWTToken: Fields `role` and `exp` are required in JWT$/,
  },
])('a token that $name is refused at the join', async ({ token, reason }) => {
  const { client } = await connectWith(newest, token);
  expect(await statusesOf(client.channel(randomUUID())).next()).toMatch(reason);
});

function forged(): string {
  const [header, claims] = member().split('.');
  return `${header}.${claims}.${'A'.repeat(43)}`;
}

it('a token without the right closes the private channel', async () => {
  const { client, renew } = await connectWith(newest, member());
  const channel = client.channel(`room:${randomUUID()}`, { config: { private: true } });
  const system = systemOf(channel);
  const states = statusesOf(channel);
  expect(await states.next()).toBe('SUBSCRIBED');
  await renew(inject('keys').anon);
  expect(await system.next()).toMatchObject({ extension: 'system', status: 'error' });
  expect(await states.next()).toBe('CLOSED');
});

it('a connection without a valid key is refused with a message', async () => {
  const ask = async (query: string) => {
    const response = await fetch(`${inject('address')}/realtime/v1/websocket?${query}`);
    return [response.status, await response.json()];
  };
  expect(await ask('vsn=2.0.0')).toEqual([401, { error: 'API key is missing' }]);
  expect(await ask('apikey=a.b.c')).toEqual([
    401,
    { error: 'The token provided is not a valid JWT' },
  ]);
  expect(await ask(`apikey=${sign({ role: 'anon', exp: inSeconds(-60) })}`)).toEqual([
    401,
    { error: 'Token has expired' },
  ]);
});
