import { PostgrestError } from '@supabase/supabase-js';
import { describe, expect, it, vi } from 'vitest';
import { as, untyped } from './client.ts';

const anon = () => as('anon');

describe('an error', () => {
  it.each([
    {
      name: 'of an unknown table',
      call: () => untyped('anon').from('climber').select(),
      status: 404,
      error: {
        code: 'PGRST205',
        message: "Could not find the table 'public.climber' in the schema cache",
        details: null,
        hint: "Perhaps you meant the table 'public.climbers'",
      },
    },
    {
      name: 'of an unknown column',
      call: () => untyped('anon').from('climbers').select('nam'),
      status: 400,
      error: {
        code: '42703',
        message: 'column climbers.nam does not exist',
        details: null,
        hint: 'Perhaps you meant to reference the column "climbers.name".',
      },
    },
    {
      name: 'of an unknown column of a write',
      call: () =>
        untyped('anon')
          .from('notes')
          .insert([{ slug: 'x', boddy: 1 }]),
      status: 400,
      error: {
        code: 'PGRST204',
        message: "Could not find the 'boddy' column of 'notes' in the schema cache",
        details: null,
        hint: null,
      },
    },
    {
      name: 'of an unknown function',
      call: () => untyped('anon').rpc('addd', { a: 1 }),
      status: 404,
      error: {
        code: 'PGRST202',
        message: 'Could not find the function public.addd(a) in the schema cache',
        details:
          'Searched for the function public.addd with parameter a or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
        hint: 'Perhaps you meant to call the function public.add',
      },
    },
    {
      name: 'of a bad value',
      call: () => untyped('anon').from('climbers').select().eq('id', 'x'),
      status: 400,
      error: {
        code: '22P02',
        message: 'invalid input syntax for type integer: "x"',
        details: null,
        hint: null,
      },
    },
    {
      name: 'of a bad select',
      call: () => untyped('anon').from('climbers').select('id,clubs(name'),
      status: 400,
      error: {
        code: 'PGRST100',
        message: '"failed to parse select parameter (id,clubs(name)" (line 1, column 14)',
        hint: null,
      },
    },
    {
      name: 'of a duplicate key',
      call: () => anon().from('clubs').insert({ id: 1, name: 'x' }),
      status: 409,
      error: {
        code: '23505',
        message: 'duplicate key value violates unique constraint "clubs_pkey"',
        details: 'Key (id)=(1) already exists.',
        hint: null,
      },
    },
    {
      name: 'of a missing foreign row',
      call: () => anon().from('notes').insert({ slug: 'nobody’s', climber_id: 99 }),
      status: 409,
      error: {
        code: '23503',
        details: 'Key (climber_id)=(99) is not present in table "climbers".',
      },
    },
    {
      name: 'of a violated check',
      call: () => anon().from('notes').insert({ slug: 'too many', stars: 9 }),
      status: 400,
      error: { code: '23514' },
    },
    {
      name: 'of a missing privilege',
      call: () => anon().from('diaries').select(),
      status: 401,
      error: { code: '42501', message: 'permission denied for table diaries' },
    },
    {
      name: 'of an unknown schema',
      call: () => untyped('anon').schema('hidden').from('secrets').select(),
      status: 406,
      error: {
        code: 'PGRST106',
        message: 'Invalid schema: hidden',
        details: null,
        hint: 'Only the following schemas are exposed: public, personal',
      },
    },
    {
      name: 'raised by a function',
      call: () => anon().rpc('refuse'),
      status: 400,
      error: {
        code: 'P0001',
        message: 'No climbing today',
        details: 'wind of 120 km/h',
        hint: 'wait a day',
      },
    },
  ])('$name', async ({ call, status, error }) => {
    const answer = await call();
    expect(answer).toMatchObject({ data: null, count: null, status });
    expect(answer.error).toMatchObject(error);
    expect(Object.keys(answer.error ?? {}).toSorted()).toEqual([
      'code',
      'details',
      'hint',
      'message',
    ]);
  });

  it('of HEAD has a status alone', async () => {
    const answer = await untyped('anon')
      .from('climber')
      .select('*', { head: true, count: 'exact' });
    expect(answer).toMatchObject({ data: null, count: null });
    expect(answer.status).toBe(204); // supabase-js maps a 404 without a body to 204
  });

  it('of an invalid token has its code', async () => {
    const client = untyped('anon', {
      global: { headers: { Authorization: 'Bearer not.a.token' } },
    });
    const { error, status } = await client.from('climbers').select();
    expect(status).toBe(401);
    expect(error?.code).toBe('PGRST301');
  });

  it('is thrown with throwOnError', async () => {
    const thrown: unknown = await anon()
      .rpc('refuse')
      .throwOnError()
      .then(
        () => undefined,
        (error: unknown) => error,
      );
    expect(thrown).toBeInstanceOf(PostgrestError);
    expect(thrown).toMatchObject({ name: 'PostgrestError', code: 'P0001', hint: 'wait a day' });
    expect(thrown).toHaveProperty('details', 'wind of 120 km/h');
  });

  it('is set by a function with its status', async () => {
    const { status, statusText } = await anon().rpc('teapot');
    expect({ status, statusText }).toEqual({ status: 418, statusText: "I'm a teapot" });
  });
});

describe('a request', () => {
  it('is cancelled by abortSignal, with its statement', async () => {
    const controller = new AbortController();
    const paused = Promise.resolve(
      anon().rpc('pause', { seconds: 60 }).abortSignal(controller.signal),
    );
    const pauses = async () => (await anon().rpc('pauses').throwOnError()).data;
    await expect.poll(pauses).toBeGreaterThan(0);
    controller.abort();
    expect(await paused).toMatchObject({
      status: 0,
      error: { hint: expect.stringContaining('aborted') },
    });
    await expect.poll(pauses, { timeout: 10_000 }).toBe(0);
  });

  it('is cancelled after the client’s timeout', async () => {
    const { error } = await as('anon', { db: { timeout: 50 } }).rpc('pause', { seconds: 60 });
    expect(error?.message).toMatch(/^AbortError/);
  });

  const refusing = (status: number) =>
    vi
      .fn<typeof fetch>()
      .mockResolvedValueOnce(new Response('{}', { status, headers: { 'Retry-After': '0' } }))
      .mockImplementation((input, init) => fetch(input, init));

  it('that reads is retried with a header', async () => {
    const flaky = refusing(503);
    const { data } = await anon().rpc('headers', undefined, { get: true }).throwOnError();
    expect(data).not.toHaveProperty('x-retry-count');
    const again = as('anon', { global: { fetch: flaky } });
    const answer = await again.rpc('headers', undefined, { get: true }).throwOnError();
    expect(answer.data).toHaveProperty('x-retry-count', '1');
    expect(flaky).toHaveBeenCalledTimes(2);
  });

  it('is not retried if that is switched off', async () => {
    const flaky = refusing(503);
    const answer = await as('anon', { global: { fetch: flaky } })
      .from('clubs')
      .select()
      .retry(false);
    expect(answer.status).toBe(503);
    expect(flaky).toHaveBeenCalledOnce();
  });
});
