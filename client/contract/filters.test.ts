import { describe, expect, it } from 'vitest';
import { as } from './client.ts';

const climbers = () => as('anon').from('climbers').select('id').order('id');
type Query = ReturnType<typeof climbers>;
type Case = { name: string; ask: (query: Query) => Query; ids: number[] };

async function idsOf(query: Query): Promise<number[]> {
  const { data } = await query.throwOnError();
  return data.map(({ id }) => id);
}

describe('values are filtered by', () => {
  it.each<Case>([
    { name: 'eq', ask: (q) => q.eq('standing', 'active'), ids: [1, 2] },
    { name: 'eq with reserved characters', ask: (q) => q.eq('name', 'Chloé, (the 3rd)'), ids: [3] },
    { name: 'eq of a boolean', ask: (q) => q.eq('guide', true), ids: [1, 4] },
    { name: 'neq', ask: (q) => q.neq('standing', 'active'), ids: [3, 4] },
    { name: 'gt', ask: (q) => q.gt('height', 171.5), ids: [2] },
    { name: 'gt of a date', ask: (q) => q.gt('born', '1990-01-01'), ids: [2, 3] },
    { name: 'gte', ask: (q) => q.gte('height', 171.5), ids: [1, 2] },
    { name: 'lt', ask: (q) => q.lt('height', 171.5), ids: [3] },
    { name: 'lte', ask: (q) => q.lte('height', 171.5), ids: [1, 3] },
    { name: 'is null', ask: (q) => q.is('club_id', null), ids: [4] },
    { name: 'is true', ask: (q) => q.is('guide', true), ids: [1, 4] },
    { name: 'is false', ask: (q) => q.is('guide', false), ids: [2] },
    { name: 'isDistinct', ask: (q) => q.isDistinct('guide', true), ids: [2, 3] },
    { name: 'isDistinct, nulls too', ask: (q) => q.isDistinct('mentor_id', 1), ids: [1, 4] },
    { name: 'in', ask: (q) => q.in('id', [1, 3, 3, 99]), ids: [1, 3] },
    {
      name: 'in with reserved characters',
      ask: (q) => q.in('name', ['Chloé, (the 3rd)', 'Bruno']),
      ids: [2, 3],
    },
    {
      name: 'in a list of the maximum URL length',
      ask: (q) =>
        q.in(
          'id',
          Array.from({ length: 10_000 }, (_, i) => i + 3),
        ),
      ids: [3, 4],
    },
    { name: 'in an empty list', ask: (q) => q.in('id', []), ids: [] },
    { name: 'notIn', ask: (q) => q.notIn('id', [1, 3]), ids: [2, 4] },
    {
      name: 'match',
      ask: (q) => q.match({ standing: 'active', guide: true, id: undefined }),
      ids: [1],
    },
  ])('$name', async ({ ask, ids }) => {
    expect(await idsOf(ask(climbers()))).toEqual(ids);
  });
});

describe('texts are filtered by', () => {
  it.each<Case>([
    { name: 'like', ask: (q) => q.like('name', '%r%'), ids: [2, 3, 4] },
    { name: 'like with stars', ask: (q) => q.like('name', 'D*s'), ids: [4] },
    { name: 'likeAllOf', ask: (q) => q.likeAllOf('name', ['%r%', '%s%']), ids: [4] },
    { name: 'likeAnyOf', ask: (q) => q.likeAnyOf('name', ['A%', 'B%']), ids: [1, 2] },
    { name: 'ilike', ask: (q) => q.ilike('name', 'd%'), ids: [4] },
    { name: 'ilikeAllOf', ask: (q) => q.ilikeAllOf('name', ['%R%', '%N%']), ids: [2] },
    { name: 'ilikeAnyOf', ask: (q) => q.ilikeAnyOf('name', ['a%', 'd%']), ids: [1, 4] },
    { name: 'regexMatch', ask: (q) => q.regexMatch('name', '^[AB]'), ids: [1, 2] },
    { name: 'regexIMatch', ask: (q) => q.regexIMatch('name', '^b.*O$'), ids: [2] },
    { name: 'textSearch', ask: (q) => q.textSearch('motto', "'fat' & 'cat'"), ids: [1] },
    {
      name: 'textSearch with a configuration',
      ask: (q) => q.textSearch('motto', 'cats', { config: 'english' }),
      ids: [1, 2],
    },
    {
      name: 'textSearch, plain',
      ask: (q) => q.textSearch('motto', 'cats fat', { type: 'plain', config: 'english' }),
      ids: [1],
    },
    {
      name: 'textSearch, phrase',
      ask: (q) => q.textSearch('motto', 'fat cats', { type: 'phrase', config: 'english' }),
      ids: [1],
    },
    {
      name: 'textSearch, phrase in another order',
      ask: (q) => q.textSearch('motto', 'cats fat', { type: 'phrase', config: 'english' }),
      ids: [],
    },
    {
      name: 'textSearch, websearch',
      ask: (q) => q.textSearch('motto', 'cats -fat', { type: 'websearch', config: 'english' }),
      ids: [2],
    },
  ])('$name', async ({ ask, ids }) => {
    expect(await idsOf(ask(climbers()))).toEqual(ids);
  });
});

describe('ranges, arrays and JSON are filtered by', () => {
  it.each<Case>([
    { name: 'rangeGt', ask: (q) => q.rangeGt('season', '[2,6)'), ids: [3] },
    { name: 'rangeGte', ask: (q) => q.rangeGte('season', '[5,7)'), ids: [2, 3] },
    { name: 'rangeLt', ask: (q) => q.rangeLt('season', '[5,6)'), ids: [1] },
    { name: 'rangeLte', ask: (q) => q.rangeLte('season', '[1,10)'), ids: [1, 2] },
    { name: 'rangeAdjacent', ask: (q) => q.rangeAdjacent('season', '[5,10)'), ids: [1, 3] },
    { name: 'overlaps of ranges', ask: (q) => q.overlaps('season', '[4,6)'), ids: [1, 2] },
    {
      name: 'overlaps of dates',
      ask: (q) => q.overlaps('camps', '[2024-02-10,2024-02-15)'),
      ids: [2],
    },
    { name: 'contains of ranges', ask: (q) => q.contains('season', '[6,8)'), ids: [2] },
    { name: 'containedBy of ranges', ask: (q) => q.containedBy('season', '[0,12)'), ids: [1, 2] },
    { name: 'contains of arrays', ask: (q) => q.contains('tags', ['rock']), ids: [1, 2] },
    { name: 'contains of numbers', ask: (q) => q.contains('scores', [5]), ids: [1] },
    {
      name: 'containedBy of arrays',
      ask: (q) => q.containedBy('tags', ['rock', 'snow']),
      ids: [2, 3],
    },
    { name: 'overlaps of arrays', ask: (q) => q.overlaps('tags', ['ice', 'snow']), ids: [1] },
    {
      name: 'contains of documents',
      ask: (q) => q.contains('data', { gear: { rope: 'red' } }),
      ids: [2],
    },
    {
      name: 'containedBy of documents',
      ask: (q) => q.containedBy('data', { level: 9, more: true }),
      ids: [3],
    },
    { name: 'a path to a text', ask: (q) => q.eq('data->>nick', 'Ace'), ids: [1] },
    { name: 'a path to a value', ask: (q) => q.gt('data->level', 4), ids: [1, 3] },
    { name: 'a long path', ask: (q) => q.eq('data->gear->>rope', 'red'), ids: [2] },
    { name: 'a path into an array', ask: (q) => q.eq('data->gear->axes->>1', '2'), ids: [1] },
    { name: 'a path to no text', ask: (q) => q.is('data->>nick', null), ids: [2, 3, 4] },
    { name: 'a path to nothing', ask: (q) => q.is('data->nick', null), ids: [3, 4] },
    { name: 'a path into a row', ask: (q) => q.gt('home->lat', 32), ids: [2] },
    { name: 'a computed column', ask: (q) => q.like('label', '%(retired)'), ids: [4] },
  ])('$name', async ({ ask, ids }) => {
    expect(await idsOf(ask(climbers()))).toEqual(ids);
  });
});

describe('conditions are combined by', () => {
  it.each<Case>([
    { name: 'not is', ask: (q) => q.not('club_id', 'is', null), ids: [1, 2, 3] },
    { name: 'not in', ask: (q) => q.not('id', 'in', '(1,2)'), ids: [3, 4] },
    { name: 'not cs', ask: (q) => q.not('tags', 'cs', '{rock}'), ids: [3] },
    { name: 'several filters', ask: (q) => q.gt('id', 1).lt('id', 4).eq('club_id', 1), ids: [2] },
    { name: 'or', ask: (q) => q.or('id.eq.1,name.like.D*'), ids: [1, 4] },
    {
      name: 'or of ands',
      ask: (q) => q.or('and(id.gt.1,id.lt.3),standing.eq.retired'),
      ids: [2, 4],
    },
    { name: 'or of a negation', ask: (q) => q.or('id.not.gt.1,not.and(id.lt.4)'), ids: [1, 4] },
    {
      name: 'or of a quoted value',
      ask: (q) => q.or('name.eq."Chloé, (the 3rd)",id.eq.1'),
      ids: [1, 3],
    },
    { name: 'or of a list', ask: (q) => q.or('id.in.(1,2),tags.cs.{ice}'), ids: [1, 2] },
    { name: 'two ors', ask: (q) => q.or('id.eq.1,id.eq.2').or('guide.is.false,id.eq.4'), ids: [2] },
    { name: 'filter', ask: (q) => q.filter('id', 'in', '(1,2)'), ids: [1, 2] },
    { name: 'filter with not', ask: (q) => q.filter('name', 'not.ilike', 'a%'), ids: [2, 3, 4] },
    { name: 'filter with any', ask: (q) => q.filter('id', 'eq(any)', '{1,2}'), ids: [1, 2] },
    { name: 'filter with all', ask: (q) => q.filter('id', 'gt(all)', '{1,2}'), ids: [3, 4] },
  ])('$name', async ({ ask, ids }) => {
    expect(await idsOf(ask(climbers()))).toEqual(ids);
  });
});

it('reserved characters reach the database as they are', async () => {
  const name = 'Atlas "High" & 50% +?';
  const { data } = await as('anon').from('clubs').select('name').eq('name', name).throwOnError();
  expect(data).toEqual([{ name }]);
});
