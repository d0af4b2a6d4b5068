import { randomUUID } from 'node:crypto';
import { describe, expect, inject, it } from 'vitest';
import { untyped } from './client.ts';
import { changesOf, connectWith, type Kind, kinds, newest, statusesOf, systemOf } from './live.ts';
import { memberId, sign } from './program.ts';

// Tokens: a newer one takes effect at once, one that ends is followed by the next.

const member = (claims: object = {}) => sign({ role: 'authenticated', sub: memberId, ...claims });
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
const pitch = (row: object) => untyped('service_role').from('tents').insert(row).throwOnError();

describe.each(kinds)('$name', (kind) => {
  it('sees what its newer token lets it see, and nothing of the older one', async () => {
    const camp = randomUUID();
    const { client, renew } = await connectWith(kind, inject('keys').anon);
    const channel = client.channel(camp);
    const heard = changesOf(channel, { table: 'tents', filter: `camp=eq.${camp}` });
    const system = systemOf(channel);
    const states = statusesOf(channel);
    expect(await states.next()).toBe('SUBSCRIBED');
    expect(await system.next()).toMatchObject({ status: 'ok' });
    await pitch({ camp, owner: memberId, name: 'hidden' });
    await pitch({ camp, name: 'before' }); // who hears of this will not be told of the last
    expect((await heard.next()).new).toMatchObject({ name: 'before' });
    await renew(member());
    expect(await system.next()).toMatchObject({ extension: 'postgres_changes', status: 'ok' });
    await pitch({ camp, owner: memberId, name: 'after' });
    expect((await heard.next()).new).toMatchObject({ name: 'after' });
    await renew(member({ sub: randomUUID() }));
    expect(await system.next()).toMatchObject({ status: 'ok' });
    await pitch({ camp, owner: memberId, name: 'of another' });
    await pitch({ camp, name: 'of nobody' });
    expect((await heard.next()).new).toMatchObject({ name: 'of nobody' });
    expect(states.rest()).toEqual([]);
  });
});

it('each comes back by itself when its token has ended and it has a newer one', async () => {
  const comeBack = async (kind: Kind) => {
    const camp = randomUUID();
    // Long enough to join first, whatever else the machine does.
    const ending = member({ exp: inSeconds(6) });
    const { client, renew } = await connectWith(kind, ending, { reconnectAfterMs: () => 50 });
    const channel = client.channel(camp);
    const heard = changesOf(channel, { table: 'tents', filter: `camp=eq.${camp}` });
    const system = systemOf(channel);
    const states = statusesOf(channel);
    expect(await states.next()).toBe('SUBSCRIBED');
    const { message } = await system.until(({ status }) => status === 'error');
    expect(message).toMatch(/^Token has expired \d+ seconds ago$/);
    expect(await states.next()).toMatch(/^CHANNEL_ERROR/);
    await renew(member());
    await states.until((state) => state === 'SUBSCRIBED');
    await pitch({ camp, owner: memberId, name: 'again' });
    expect((await heard.next()).new).toMatchObject({ name: 'again' });
  };
  await Promise.all(kinds.map(comeBack));
});

it.each([
  {
    name: 'has ended',
    token: member({ exp: inSeconds(-60) }),
    reason: /^CHANNEL_ERROR: InvalidJWTToken: Token has expired \d+ seconds ago$/,
  },
  {
    name: 'is none',
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

it('a token that ends the right to a private channel ends the channel', async () => {
  const { client, renew } = await connectWith(newest, member());
  const channel = client.channel(`room:${randomUUID()}`, { config: { private: true } });
  const system = systemOf(channel);
  const states = statusesOf(channel);
  expect(await states.next()).toBe('SUBSCRIBED');
  await renew(inject('keys').anon);
  expect(await system.next()).toMatchObject({ extension: 'system', status: 'error' });
  expect(await states.next()).toBe('CLOSED');
});

it('a connection without a key, or with a false one, is refused in words', async () => {
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
