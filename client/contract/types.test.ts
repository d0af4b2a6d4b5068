import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { as } from './client.ts';
import { binary } from './program.ts';
import {
  type CompositeTypes,
  Constants,
  type Enums,
  type Tables,
  type TablesInsert,
  type TablesUpdate,
} from './schema.gen.ts';

const anon = () => as('anon');

it('match the database', async () => {
  const file = join(import.meta.dirname, 'schema.gen.ts');
  const args = ['types', '--schema', 'public,personal', '--check', '--out', file];
  // If they differ, run `make types`.
  await expect(promisify(execFile)(binary, args)).resolves.toMatchObject({
    stderr: expect.any(String),
  });
});

describe('have names', () => {
  it('of rows, in the default schema and in another', () => {
    expectTypeOf<Tables<'clubs'>>().toEqualTypeOf<{ id: number; name: string }>();
    expectTypeOf<Tables<'active_climbers'>['name']>().toEqualTypeOf<string | null>();
    type Other = Tables<{ schema: 'personal' }, 'climbers'>;
    expectTypeOf<Other>().toEqualTypeOf<{ id: number; nickname: string }>();
    expectTypeOf<Tables<{ schema: 'public' }, 'clubs'>>().toEqualTypeOf<Tables<'clubs'>>();
    // @ts-expect-error: there is no such table
    expectTypeOf<Tables<'absent'>>().toBeNever();
  });

  it('of what is written', () => {
    expectTypeOf<TablesInsert<'clubs'>>().toEqualTypeOf<{ id: number; name: string }>();
    type Insert = TablesInsert<{ schema: 'personal' }, 'climbers'>;
    expectTypeOf<Insert>().toEqualTypeOf<{ id: number; nickname: string }>();
    expectTypeOf<TablesUpdate<'clubs'>>().toEqualTypeOf<{ id?: number; name?: string }>();
    type Update = TablesUpdate<{ schema: 'personal' }, 'climbers'>;
    expectTypeOf<Update>().toEqualTypeOf<{ id?: number; nickname?: string }>();
    expectTypeOf<TablesInsert<'notes'>['loud']>().toEqualTypeOf<undefined>();
  });

  it('of enums and composite types', () => {
    expectTypeOf<Enums<'standing'>>().toEqualTypeOf<'active' | 'resting' | 'retired'>();
    expectTypeOf<Enums<{ schema: 'public' }, 'standing'>>().toEqualTypeOf<Enums<'standing'>>();
    type Spot = { lat: number | null; lon: number | null };
    expectTypeOf<CompositeTypes<'spot'>>().toEqualTypeOf<Spot>();
    expectTypeOf<CompositeTypes<{ schema: 'public' }, 'spot'>>().toEqualTypeOf<Spot>();
    expect(Constants.public.Enums.standing).toEqual(['active', 'resting', 'retired']);
  });
});

// Each result is checked against its type (by `npm run typecheck`) and its value.
describe('fit', () => {
  it('columns and enumerations', async () => {
    const { data } = await anon()
      .from('climbers')
      .select('id, standing, tags, home, label, level: data->level')
      .eq('id', 1)
      .single()
      .throwOnError();
    expectTypeOf(data.standing).toEqualTypeOf<'active' | 'resting' | 'retired'>();
    expectTypeOf(data.tags).toEqualTypeOf<string[] | null>();
    expectTypeOf(data.label).toEqualTypeOf<string | null>();
    expectTypeOf(data.home).toEqualTypeOf<{ lat: number | null; lon: number | null } | null>();
    expect(data).toMatchObject({ standing: 'active', tags: ['ice', 'rock'], level: 5 });
  });

  it('a star, which has no computed columns', async () => {
    const { data } = await anon().from('climbers').select('*').limit(1).single().throwOnError();
    expectTypeOf(data).not.toHaveProperty('label');
    expectTypeOf(data).toHaveProperty('name');
    expect(data).not.toHaveProperty('label');
  });

  it('embeds to one, to many and many to many', async () => {
    const { data } = await anon()
      .from('climbers')
      .select('club: clubs(name), passports(number), ascents(year), peaks(name)')
      .eq('id', 1)
      .single()
      .throwOnError();
    expectTypeOf(data.club).toEqualTypeOf<{ name: string } | null>();
    expectTypeOf(data.passports).toEqualTypeOf<{ number: string } | null>();
    expectTypeOf(data.ascents).toEqualTypeOf<{ year: number }[]>();
    expectTypeOf(data.peaks).toEqualTypeOf<{ name: string }[]>();
    expect(data.peaks).toHaveLength(3);
  });

  it('embeds by a key, by a function, from a view and by a spread', async () => {
    const { data } = await anon()
      .from('journeys')
      .select(
        'leader: climbers!journeys_leader(pupils(id), best_ascent(year)), ...climbers!journeys_deputy(name)',
      )
      .eq('id', 1)
      .single()
      .throwOnError();
    expectTypeOf(data.leader.pupils).toEqualTypeOf<{ id: number }[]>();
    expectTypeOf(data.leader.best_ascent).toEqualTypeOf<{ year: number } | null>();
    expectTypeOf(data.name).toEqualTypeOf<string | null>();
    expect(data).toEqual({
      leader: { pupils: [{ id: 2 }, { id: 3 }], best_ascent: { year: 2023 } },
      name: 'Bruno',
    });
    const view = await anon()
      .from('active_climbers')
      .select('clubs(name)')
      .eq('id', 1)
      .single()
      .throwOnError();
    expectTypeOf(view.data.clubs).toEqualTypeOf<{ name: string } | null>();
    expect(view.data.clubs).not.toBeNull();
  });

  it('calls, overloads and rows of them', async () => {
    const sum = await anon().rpc('add', { a: 1 }).throwOnError();
    expectTypeOf(sum.data).toEqualTypeOf<number>();
    const one = await anon().rpc('measure', { length: 1 }).throwOnError();
    expectTypeOf(one.data).toEqualTypeOf<string>();
    const rows = await anon()
      .rpc('climbers_of', { club: 1 })
      .select('id, clubs(name)')
      .throwOnError();
    expectTypeOf(rows.data).toEqualTypeOf<{ id: number; clubs: { name: string } | null }[]>();
    const tally = await anon().rpc('tally').throwOnError();
    expectTypeOf(tally.data).toEqualTypeOf<{ ascents: number; country: string }[]>();
    expect([sum.data, one.data, rows.data.length, tally.data.length]).toEqual([11, 'one', 2, 2]);
  });

  it('writes', async () => {
    const notes = anon().from('notes');
    type Insert = Parameters<typeof notes.insert>[0];
    expectTypeOf<{ slug: string }>().toExtend<Insert>();
    // @ts-expect-error: generated, so that PostgreSQL would refuse it
    const generated = await notes.insert({ slug: 'x', loud: 'X' });
    expect(generated.error?.code).toBe('428C9');
    // @ts-expect-error: there is no such column
    const unknown = await notes.update({ colour: 'red' }).eq('id', 0);
    expect(unknown.error?.code).toBe('PGRST204');
  });

  it('what a caller says instead', async () => {
    type Level = { level: number };
    const overridden = await anon()
      .from('climbers')
      .select('data')
      .eq('id', 1)
      .single()
      .returns<{ data: Level }>();
    expectTypeOf(overridden.data).toEqualTypeOf<{ data: Level } | null>();
    const merged = await anon()
      .from('climbers')
      .select('id, data')
      .eq('id', 1)
      .overrideTypes<{ data: Level }[]>()
      .throwOnError();
    expectTypeOf(merged.data[0]).toExtend<{ id: number; data: Level } | undefined>();
    expect([overridden.data?.data.level, merged.data[0]?.data.level]).toEqual([5, 5]);
  });

  it('other schemas', async () => {
    const { data } = await anon()
      .schema('personal')
      .from('climbers')
      .select()
      .limit(1)
      .single()
      .throwOnError();
    expectTypeOf(data).toEqualTypeOf<{ id: number; nickname: string }>();
    expect(data).toHaveProperty('nickname');
  });
});
