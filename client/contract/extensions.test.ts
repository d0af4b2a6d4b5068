import { randomUUID } from 'node:crypto';
import { describe, expect, inject, it } from 'vitest';
import { as, untyped } from './client.ts';

// Extensions of the table API to PostgREST, used with supabase-js: in select and order, by headers, and
// with a custom fetch.

describe('distinct', () => {
  const ascents = () => untyped('anon').from('ascents');

  it('rows', async () => {
    const { data, count } = await ascents().select('country.distinct()', { count: 'exact' });
    expect(data).toEqual([{ country: 'FR' }, { country: 'MA' }]);
    expect(count).toBe(2);
  });

  it('rows, the first of each group by an order', async () => {
    const { data } = await ascents()
      .select('country.distinct(), hours')
      .order('hours', { ascending: false });
    expect(data).toEqual([
      { country: 'FR', hours: 30 },
      { country: 'MA', hours: 11 },
    ]);
  });

  it('values in a count', async () => {
    const { data } = await ascents().select('climbers: climber_id.count(distinct)').single();
    expect(data).toEqual({ climbers: 3 });
  });
});

it('a search is ordered by rank', async () => {
  const { data } = await as('anon')
    .from('peaks')
    .select('name')
    .textSearch('story', 'snow', { config: 'english' })
    .order('story.fts(english).snow', { ascending: false });
  expect(data?.map(({ name }) => name)).toEqual(['Toubkal', 'Ouanoukrim']);
});

/** A fetch that caches responses and revalidates them with If-None-Match. */
function cachingFetch() {
  const cache = new Map<string, { tag: string; body: string }>();
  const statuses: number[] = [];
  const revalidate: typeof fetch = async (input, init) => {
    const address = new Request(input).url;
    const cached = cache.get(address);
    const headers = new Headers(init?.headers);
    if (cached !== undefined) headers.set('If-None-Match', cached.tag);
    const response = await fetch(input, { ...init, headers });
    statuses.push(response.status);
    if (response.status === 304) return new Response(cached?.body);
    const body = await response.text();
    cache.set(address, { tag: response.headers.get('ETag') ?? '', body });
    return new Response(body, response);
  };
  return { revalidate, statuses };
}

describe('an ETag', () => {
  it('revalidates a cached response', async () => {
    const { revalidate, statuses } = cachingFetch();
    const slug = randomUUID();
    const client = as('anon', { global: { fetch: revalidate } });
    const read = () => client.from('notes').select('stars').eq('slug', slug).throwOnError();
    await as('anon').from('notes').insert({ slug, stars: 1 }).throwOnError();
    expect((await read()).data).toEqual([{ stars: 1 }]);
    expect((await read()).data).toEqual([{ stars: 1 }]);
    await as('anon').from('notes').update({ stars: 2 }).eq('slug', slug).throwOnError();
    expect((await read()).data).toEqual([{ stars: 2 }]);
    expect(statuses).toEqual([200, 304, 200]);
  });

  it('prevents a lost update', async () => {
    const slug = randomUUID();
    await as('anon').from('notes').insert({ slug, stars: 1 }).throwOnError();
    let tag = '';
    const client = as('anon', {
      global: {
        fetch: async (input, init) => {
          const response = await fetch(input, init);
          tag = response.headers.get('ETag') ?? tag;
          return response;
        },
      },
    });
    await client.from('notes').select().eq('slug', slug).single().throwOnError();
    const change = (stars: number) =>
      as('anon').from('notes').update({ stars }).eq('slug', slug).setHeader('If-Match', tag);
    await expect(change(2)).resolves.toMatchObject({ status: 204, error: null });
    const late = await change(3);
    expect(late).toMatchObject({ status: 412, error: { code: 'precondition_failed' } });
    const { data } = await as('anon').from('notes').select('stars').eq('slug', slug).single();
    expect(data).toEqual({ stars: 2 });
  });
});

it('Prefer: wait bounds a statement', async () => {
  const { error, status } = await as('anon')
    .rpc('pause', { seconds: 60 })
    .setHeader('Prefer', 'wait=1');
  expect({ status, code: error?.code }).toEqual({ status: 504, code: '57014' });
});

describe('several requests in one transaction', () => {
  const headers = { apikey: inject('keys').anon, 'Content-Type': 'application/json' };
  const send = (requests: object[]) =>
    fetch(`${inject('address')}/rest/v1/`, {
      method: 'POST',
      headers,
      body: JSON.stringify(requests),
    });
  const insert = (body: object) => ({
    method: 'POST',
    path: '/notes?select=slug,stars',
    headers: { Prefer: 'return=representation' },
    body,
  });

  it('are all committed', async () => {
    const slug = randomUUID();
    const response = await send([
      insert({ slug }),
      { method: 'PATCH', path: `/notes?slug=eq.${slug}`, body: { stars: 4 } },
      { method: 'GET', path: `/notes?select=stars&slug=eq.${slug}` },
    ]);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject([
      { status: 201, body: [{ slug, stars: null }] },
      { status: 204 },
      { status: 200, body: [{ stars: 4 }] },
    ]);
  });

  it('or are all rolled back', async () => {
    const slug = randomUUID();
    const response = await send([insert({ slug }), insert({ slug })]);
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ code: '23505', request: 1 });
    const { data } = await as('anon').from('notes').select().eq('slug', slug);
    expect(data).toEqual([]);
  });
});

describe('a query that is too long for a URL', () => {
  /** Moves the query string into the body. */
  const inBody =
    (method: 'QUERY' | 'POST'): typeof fetch =>
    (input, init) => {
      const address = new URL(new Request(input).url);
      const body = address.search.slice(1);
      if (init?.method !== 'GET' || body.length < 8000) return fetch(input, init);
      address.search = '';
      const headers = new Headers(init.headers);
      headers.set('Content-Type', 'application/x-www-form-urlencoded');
      if (method === 'POST') headers.set('X-HTTP-Method-Override', 'QUERY');
      return fetch(address, { ...init, method, headers, body });
    };

  it.each(['QUERY', 'POST'] as const)('is sent by %s', async (method) => {
    const client = as('anon', { global: { fetch: inBody(method) } });
    const ids = Array.from({ length: 50_000 }, (_, i) => i + 2);
    const { data, error, count } = await client
      .from('climbers')
      .select('id', { count: 'exact' })
      .in('id', ids)
      .order('id')
      .limit(2);
    expect(error).toBeNull();
    expect(data).toEqual([{ id: 2 }, { id: 3 }]);
    expect(count).toBe(3);
  });
});
