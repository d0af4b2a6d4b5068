import { describe, expect, it } from 'vitest';
import { as, untyped } from './client.ts';

const anon = () => as('anon');

describe('embeds', () => {
  it.each([
    {
      name: 'to one',
      from: 'climbers',
      columns: 'clubs(name)',
      row: { clubs: { name: 'Rif' } },
      id: 3,
    },
    { name: 'to none', from: 'climbers', columns: 'clubs(name)', row: { clubs: null }, id: 4 },
    {
      name: 'to many',
      from: 'clubs',
      columns: 'members: climbers(id)',
      row: { members: [{ id: 1 }, { id: 2 }] },
      id: 1,
    },
    {
      name: 'one to one',
      from: 'climbers',
      columns: 'passports(number)',
      row: { passports: { number: 'MA1' } },
      id: 1,
    },
    {
      name: 'many to many, by a key of two columns',
      from: 'climbers',
      columns: 'peaks(name)',
      row: { peaks: [{ name: 'Toubkal' }] },
      id: 2,
    },
    {
      name: 'to the rows that refer to the row',
      from: 'climbers',
      columns: 'pupils: climbers!mentor_id(id)',
      row: { pupils: [{ id: 2 }, { id: 3 }] },
      id: 1,
    },
    {
      name: 'to the same table by a column',
      from: 'climbers',
      columns: 'mentor: mentor_id(name)',
      row: { mentor: { name: 'Aïcha' } },
      id: 2,
    },
    {
      name: 'by the name of a key',
      from: 'journeys',
      columns: 'leader: climbers!journeys_leader(id), deputy: climbers!journeys_deputy(id)',
      row: { leader: { id: 1 }, deputy: { id: 2 } },
      id: 1,
    },
    {
      name: 'by a column',
      from: 'journeys',
      columns: 'leader_id(name), deputy: climbers!deputy_id(name)',
      row: { leader_id: { name: 'Bruno' }, deputy: null },
      id: 2,
    },
    {
      name: 'from a view',
      from: 'active_climbers',
      columns: 'clubs(id), passports(number)',
      row: { clubs: { id: 1 }, passports: { number: 'FR2' } },
      id: 2,
    },
    {
      name: 'by a function',
      from: 'climbers',
      columns: 'pupils(id), best_ascent(height)',
      row: { pupils: [{ id: 2 }, { id: 3 }], best_ascent: { height: 4806 } },
      id: 1,
    },
    {
      name: 'several levels down',
      from: 'clubs',
      columns: 'climbers(id, ascents(year, peaks(name)))',
      row: { climbers: [{ id: 3, ascents: [{ year: 2022, peaks: { name: 'Toubkal' } }] }] },
      id: 2,
    },
    {
      name: 'into the row, by a spread',
      from: 'climbers',
      columns: 'id, ...clubs(club: name)',
      row: { id: 3, club: 'Rif' },
      id: 3,
    },
    {
      name: 'into arrays, by a spread to many',
      from: 'clubs',
      columns: 'name, ...climbers(ids: id, guide)',
      row: { name: 'Rif', ids: [3], guide: [null] },
      id: 2,
    },
    {
      name: 'to an aggregate',
      from: 'climbers',
      columns: 'ascents(count(), hours.sum())',
      row: { ascents: [{ count: 3, sum: 46.5 }] },
      id: 1,
    },
    {
      name: 'to nothing but the join',
      from: 'climbers',
      columns: 'id, clubs()',
      row: { id: 1 },
      id: 1,
    },
  ])('$name', async ({ from, columns, row, id }) => {
    const { data, error } = await untyped('anon').from(from).select(columns).eq('id', id).single();
    expect(error).toBeNull();
    expect(data).toEqual(row);
  });
});

describe('embeds are filtered', () => {
  it('by inner joins and filters on them', async () => {
    const { data } = await anon()
      .from('climbers')
      .select('id, clubs!inner(name)')
      .eq('clubs.name', 'Rif');
    expect(data).toEqual([{ id: 3, clubs: { name: 'Rif' } }]);
  });

  it('by filters that keep the parent row', async () => {
    const { data } = await anon()
      .from('clubs')
      .select('id, climbers(id)')
      .eq('climbers.guide', true)
      .in('id', [1, 2])
      .order('id');
    expect(data).toEqual([
      { id: 1, climbers: [{ id: 1 }] },
      { id: 2, climbers: [] },
    ]);
  });

  it('by or', async () => {
    const { data } = await anon()
      .from('clubs')
      .select('id, climbers(id)')
      .or('guide.is.true,standing.eq.resting', { referencedTable: 'climbers' })
      .order('id');
    expect(data?.map((club) => club.climbers)).toEqual([[{ id: 1 }], [{ id: 3 }], []]);
  });

  it('by null checks of an embed', async () => {
    const without = await anon().from('clubs').select('id, climbers()').is('climbers', null);
    expect(without.data).toEqual([{ id: 3 }]);
    const withThem = await anon()
      .from('clubs')
      .select('id, climbers()')
      .not('climbers', 'is', null);
    expect(withThem.data).toHaveLength(2);
    const either = await anon()
      .from('climbers')
      .select('id, clubs(), passports()')
      .or('clubs.is.null,passports.not.is.null')
      .order('id');
    expect(either.data).toEqual([{ id: 1 }, { id: 2 }, { id: 4 }]);
  });

  it.each(['referencedTable', 'foreignTable'] as const)(
    'by order, limit and range of a %s',
    async (key) => {
      const ascents = () => anon().from('climbers').select('ascents(height)').eq('id', 1);
      const byYear = ascents().order('year', { ascending: false, [key]: 'ascents' });
      expect((await byYear.limit(1, { [key]: 'ascents' })).data).toEqual([
        { ascents: [{ height: 4806 }] },
      ]);
      const byHeight = ascents()
        .order('height', { [key]: 'ascents' })
        .range(1, 2, { [key]: 'ascents' });
      expect((await byHeight).data).toEqual([{ ascents: [{ height: 4167 }, { height: 4806 }] }]);
    },
  );
});

describe('embeds are refused', () => {
  it('if two foreign keys match', async () => {
    const { error, status } = await untyped('anon').from('journeys').select('climbers(id)');
    expect(status).toBe(300);
    expect(error).toMatchObject({
      code: 'PGRST201',
      message:
        "Could not embed because more than one relationship was found for 'journeys' and 'climbers'",
    });
    expect(error?.details).toHaveLength(2);
    expect(error?.hint).toContain("Try changing 'climbers' to one of the following:");
  });

  it('if no foreign key matches', async () => {
    const { error, status } = await untyped('anon').from('peaks').select('passport(number)');
    expect(status).toBe(400);
    expect(error).toMatchObject({
      code: 'PGRST200',
      message: "Could not find a relationship between 'peaks' and 'passport' in the schema cache",
      details:
        "Searched for a foreign key relationship between 'peaks' and 'passport' in the schema 'public', but no matches were found.",
    });
  });
});
