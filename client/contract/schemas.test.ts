import { describe, expect, it, vi } from 'vitest';
import { as, untyped } from './client.ts';

describe('another schema', () => {
  it('is one call away', async () => {
    const { data } = await as('anon')
      .schema('personal')
      .from('climbers')
      .select()
      .eq('id', 1)
      .single();
    expect(data).toEqual({ id: 1, nickname: 'Ace' });
    expect((await as('anon').schema('personal').rpc('greet')).data).toBe('from personal');
    expect((await as('anon').schema('personal').rpc('greet', undefined, { get: true })).data).toBe(
      'from personal',
    );
  });

  it('takes writes', async () => {
    const personal = as('anon').schema('personal').from('climbers');
    const { data } = await personal
      .insert({ id: 7, nickname: 'Seven' })
      .select()
      .rollback()
      .single();
    expect(data).toEqual({ id: 7, nickname: 'Seven' });
  });

  it('may be the client’s own', async () => {
    const { data } = await untyped('anon', { db: { schema: 'personal' } })
      .from('climbers')
      .select('nickname')
      .eq('id', 2);
    expect(data).toEqual([{ nickname: 'Bo' }]);
  });
});

describe('what a client sends', () => {
  it('reaches SQL', async () => {
    const client = as('anon', { global: { headers: { 'x-trip': 'north' } } });
    const { data } = await client.rpc('headers').setHeader('x-day', '3');
    expect(data).toMatchObject({ 'x-trip': 'north', 'x-day': '3' });
    expect(data).toHaveProperty('x-client-info', expect.stringMatching(/^supabase-js/));
    expect(data).toHaveProperty('content-type', 'application/json');
  });

  it('may go through a fetch of one’s own, for all or for one request', async () => {
    const ours = vi.fn<typeof fetch>((input, init) => fetch(input, init));
    const client = as('anon', { global: { fetch: ours } });
    await client.from('clubs').select('id').throwOnError();
    expect(ours).toHaveBeenCalledTimes(1);
    await as('anon').from('clubs', { fetch: ours, retry: false }).select('id').throwOnError();
    expect(ours).toHaveBeenCalledTimes(2);
  });

  it.each([
    { role: 'anon', who: 'anon' },
    { role: 'authenticated', who: 'authenticated' },
    { role: 'service_role', who: 'service_role' },
  ] as const)('makes it $role', async ({ role, who }) => {
    await expect(as(role).rpc('whoami')).resolves.toMatchObject({ data: who });
  });
});

describe('the description of the API', () => {
  it('is OpenAPI 2.0, of the client’s schema', async () => {
    const { data, error } = await as('anon').getOpenApiSpec();
    expect(error).toBeNull();
    expect(data).toMatchObject({
      swagger: '2.0',
      definitions: {
        climbers: { description: 'Who climbs', required: expect.arrayContaining(['id']) },
      },
    });
    expect(Object.keys(data?.paths ?? {})).toEqual(
      expect.arrayContaining(['/', '/climbers', '/rpc/add']),
    );
    expect(data?.paths).not.toHaveProperty('/diaries'); // a stranger may not
    const personal = await untyped('anon', { db: { schema: 'personal' } }).getOpenApiSpec();
    expect(Object.keys(personal.data?.paths ?? {}).toSorted()).toEqual([
      '/',
      '/bivouacs',
      '/climbers',
      '/rpc/greet',
    ]);
  });
});
