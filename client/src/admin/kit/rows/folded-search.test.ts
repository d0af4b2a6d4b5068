import { describe, expect, it } from 'vitest';
import { foldedSearch, foldedWords } from './folded-search';

const sought = (typed: string) =>
  foldedSearch(typed).flatMap(([column, , value]) => (column === 'search_text' ? [value] : []));
const pieces = (typed: string) => foldedSearch(typed).find(([column]) => column === 'pieces')?.[2];

describe('a search in folded texts', () => {
  it.each([
    { name: 'each word', typed: 'Fatima  Zahra', want: ['%fatima%', '%zahra%'] },
    { name: 'wildcards of LIKE', typed: '100%_', want: [String.raw`%100\%\_%`] },
    { name: 'the wildcard of PostgREST', typed: 'a*b', want: ['%a_b%'] },
    { name: 'a backslash', typed: String.raw`a\b`, want: [String.raw`%a\\b%`] },
    { name: 'a phone as it is typed', typed: '06 12-34', want: ['%61234%'] },
    { name: 'a phone as it is dialled', typed: '+212 612', want: ['%612%'] },
    { name: 'a phone in eastern digits', typed: '٠٦١٢٣', want: ['%6123%'] },
    {
      name: 'a phone beside a name',
      typed: 'Sara 06 12 34 56 78 rabat',
      want: ['%sara%', '%612345678%', '%rabat%'],
    },
    { name: 'an order number', typed: 'bo1763', want: ['%1763%'] },
    { name: 'a street', typed: '12 rue 2000', want: ['%rue%', '%2000%'] },
    { name: 'a curly apostrophe', typed: 'L’Oued', want: ["%l'oued%"] },
  ])('takes $name', ({ typed, want }) => {
    expect(sought(typed)).toEqual(want);
  });

  it('asks the index for each pair of neighbours once', () => {
    expect(pieces('Zaza')).toBe('{"za","az"}');
    expect(pieces('za az')).toBe('{"za","az"}');
    expect(pieces('a"b\\')).toBe(String.raw`{"a\"","\"b","b\\"}`);
  });

  it('needs nothing but the index for one letter or two', () => {
    expect(foldedSearch('É')).toEqual([['pieces', 'cs', '{"e"}']]);
    expect(foldedSearch('مح')).toEqual([['pieces', 'cs', '{"مح"}']]);
  });

  it('is asked of functions of the database in the same words', () => {
    expect(foldedWords('za Fatima')).toEqual({
      pieces: ['za', 'fa', 'at', 'ti', 'im', 'ma'],
      patterns: ['%fatima%'],
    });
  });

  it('looks for nothing where nothing was typed', () => {
    expect(foldedSearch('  ')).toEqual([]);
    expect(foldedWords('')).toBeUndefined();
  });
});
