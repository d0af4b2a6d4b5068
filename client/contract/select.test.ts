import { describe, expect, it } from 'vitest';
import { as, untyped } from './client.ts';

const climbers = () => as('anon').from('climbers');

describe('columns', () => {
  it('are all selected by default, without computed ones', async () => {
    const { data } = await as('anon').from('clubs').select().order('id').throwOnError();
    expect(data.at(1)).toEqual({ id: 2, name: 'Rif' });
    const { data: climber } = await climbers().select('*').eq('id', 2).single().throwOnError();
    expect(Object.keys(climber)).not.toContain('label');
    expect(climber).toMatchObject({
      standing: 'active',
      guide: false,
      height: 180,
      born: '1990-07-14',
      season: '[5,10)',
      tags: ['rock'],
      scores: [4],
      home: { lat: 34, lon: -5 },
      data: { level: 3, gear: { rope: 'red' }, nick: null },
    });
  });

  it.each([
    { name: 'named', columns: 'id, name', row: { id: 1, name: 'Aïcha' } },
    { name: 'renamed', columns: 'who: name', row: { who: 'Aïcha' } },
    { name: 'cast', columns: 'id::text, tall: height::int', row: { id: '1', tall: 172 } },
    { name: 'computed', columns: 'label', row: { label: 'Aïcha (active)' } },
    {
      name: 'paths',
      columns: 'data->level, rope: data->gear->>rope, axe: data->gear->axes->0, home->lat',
      row: { level: 5, rope: 'blue', axe: 1, lat: 31.06 },
    },
    { name: 'an array item', columns: 'first: tags->0', row: { first: 'ice' } },
    { name: 'over several lines', columns: `id,\n  name`, row: { id: 1, name: 'Aïcha' } },
  ])('may be $name', async ({ columns, row }) => {
    const { data } = await untyped('anon').from('climbers').select(columns).eq('id', 1);
    expect(data).toEqual([row]);
  });
});

describe('aggregates', () => {
  it.each([
    { name: 'count of rows', columns: 'count()', rows: [{ count: 5 }] },
    {
      name: 'of a column',
      columns: 'hours.sum(), longest: hours.max(), hours.min(), hours.avg()::int, hours.count()',
      rows: [{ sum: 67.5, longest: 30, min: 7.5, avg: 14, count: 5 }],
    },
    {
      name: 'by group',
      columns: 'country, hours.sum()',
      rows: [
        { country: 'FR', sum: 30 },
        { country: 'MA', sum: 37.5 },
      ],
    },
  ])('$name', async ({ columns, rows }) => {
    const { data } = await untyped('anon').from('ascents').select(columns);
    expect(data).toHaveLength(rows.length);
    expect(data).toEqual(expect.arrayContaining<object>(rows));
  });
});

describe('counts', () => {
  it.each(['exact', 'planned', 'estimated'] as const)('%s', async (count) => {
    const { data, count: rows, status } = await climbers().select('id', { count }).limit(2);
    expect(data).toHaveLength(2);
    expect(rows).toBeGreaterThanOrEqual(count === 'exact' ? 4 : 1);
    expect(status).toBe(206);
  });

  it('come without rows with head', async () => {
    const answer = await climbers().select('*', { count: 'exact', head: true }).gt('id', 1);
    expect(answer).toMatchObject({
      data: null,
      count: 3,
      error: null,
      status: 200,
      statusText: 'OK',
    });
  });

  it('are null by default', async () => {
    await expect(climbers().select('id')).resolves.toMatchObject({ count: null, status: 200 });
  });
});

describe('order', () => {
  const ids = async (query: PromiseLike<{ data: { id: number }[] | null }>) =>
    (await query).data?.map(({ id }) => id);

  it('is ascending, descending, by several columns, and with nulls first or last', async () => {
    expect(await ids(climbers().select('id').order('name'))).toEqual([1, 2, 3, 4]);
    expect(await ids(climbers().select('id').order('id', { ascending: false }))).toEqual([
      4, 3, 2, 1,
    ]);
    const byHeight = climbers().select('id').order('height', { nullsFirst: true });
    expect(await ids(byHeight)).toEqual([4, 3, 1, 2]);
    const last = climbers().select('id').order('height', { ascending: false, nullsFirst: false });
    expect(await ids(last)).toEqual([2, 1, 3, 4]);
    const both = climbers().select('id').order('club_id').order('id', { ascending: false });
    expect(await ids(both)).toEqual([2, 1, 3, 4]);
  });

  it('may be by a JSON path and by a related column', async () => {
    const byLevel = climbers().select('id').order('data->level', { nullsFirst: false });
    expect(await ids(byLevel)).toEqual([2, 1, 3, 4]);
    const byClub = climbers().select('id, clubs(name)').order('clubs(name)', { ascending: false });
    expect(await ids(byClub.order('id').limit(2))).toEqual([4, 3]);
  });
});

describe('pages', () => {
  it('by limit', async () => {
    const { data, status } = await climbers().select('id').order('id').limit(2);
    expect(data).toEqual([{ id: 1 }, { id: 2 }]);
    expect(status).toBe(200);
  });

  it('by range', async () => {
    const { data, count } = await climbers()
      .select('id', { count: 'exact' })
      .order('id')
      .range(1, 2);
    expect(data).toEqual([{ id: 2 }, { id: 3 }]);
    expect(count).toBe(4);
  });

  it('past the end are refused with a count, else empty', async () => {
    const counted = await climbers().select('id', { count: 'exact' }).range(10, 20);
    expect(counted).toMatchObject({ status: 416, error: { code: 'PGRST103' }, data: null });
    await expect(climbers().select('id').range(10, 20)).resolves.toMatchObject({ data: [] });
  });
});

describe('one row', () => {
  it('is single', async () => {
    const { data } = await climbers().select('id').eq('id', 1).single();
    expect(data).toEqual({ id: 1 });
  });

  it.each([
    { name: 'none', above: 9, rows: 0 },
    { name: 'several', above: 2, rows: 2 },
  ])('is refused where there are $name', async ({ above, rows }) => {
    const { data, error, status, statusText } = await climbers()
      .select('id')
      .gt('id', above)
      .single();
    expect({ data, status, statusText }).toEqual({
      data: null,
      status: 406,
      statusText: 'Not Acceptable',
    });
    expect(error).toMatchObject({
      code: 'PGRST116',
      message: 'Cannot coerce the result to a single JSON object',
      details: `The result contains ${rows} rows`,
      hint: null,
    });
  });

  it('may be missing with maybeSingle', async () => {
    const one = await climbers().select('id').eq('id', 1).maybeSingle();
    expect(one).toMatchObject({ data: { id: 1 }, error: null, status: 200 });
    const none = await climbers().select('id').eq('id', 9).maybeSingle();
    expect(none).toMatchObject({ data: null, error: null, status: 200 });
    const two = await climbers().select('id').lt('id', 3).maybeSingle();
    expect(two).toMatchObject({ data: null, error: { code: 'PGRST116' }, status: 406 });
  });
});

describe('formats', () => {
  it('csv', async () => {
    const { data } = await climbers().select('id, name, tags').in('id', [1, 3]).order('id').csv();
    expect(data).toBe('id,name,tags\n1,Aïcha,"{ice,rock}"\n3,"Chloé, (the 3rd)",{}');
  });

  it('geojson', async () => {
    const { data } = await as('anon').from('clubs').select().eq('id', 2).geojson();
    expect(data).toEqual({
      type: 'FeatureCollection',
      features: [{ type: 'Feature', id: 2, geometry: null }],
    });
  });

  it('without nulls', async () => {
    const columns = 'id, born, mentor_id';
    const list = await climbers().select(columns).in('id', [1, 4]).order('id').stripNulls();
    expect(list.data).toEqual([
      { id: 1, born: '1988-05-01' },
      { id: 4, mentor_id: 2 },
    ]);
    const one = await climbers().select(columns).eq('id', 4).single().stripNulls();
    expect(one.data).toEqual({ id: 4, mentor_id: 2 });
    expect(() => climbers().select().csv().stripNulls()).toThrow('csv');
  });
});
