import { describe, expect, it } from 'vitest';
import { foldedSearch } from './folded-search';

const sought = (typed: string) => foldedSearch(typed).find(([column]) => column === 'search_text');
const pieces = (typed: string) => foldedSearch(typed).find(([column]) => column === 'pieces')?.[2];

describe('a search in folded texts', () => {
  it.each([
    { name: 'plain words', typed: 'Fatima Z', want: '%fatima z%' },
    { name: 'wildcards of LIKE', typed: '100%_', want: String.raw`%100\%\_%` },
    { name: 'the wildcard of PostgREST', typed: 'a*b', want: '%a_b%' },
    { name: 'a backslash', typed: String.raw`a\b`, want: String.raw`%a\\b%` },
    { name: 'a phone as it is typed', typed: '06 12-34', want: '%61234%' },
    { name: 'a phone as it is dialled', typed: '+212 612', want: '%612%' },
    { name: 'a phone in eastern digits', typed: '٠٦١٢٣', want: '%6123%' },
    { name: 'an order number', typed: 'bo1763', want: '%1763%' },
    { name: 'a street', typed: 'Rue 06', want: '%rue 06%' },
  ])('takes $name as text', ({ typed, want }) => {
    expect(sought(typed)?.[2]).toBe(want);
  });

  it('asks the index for each pair of neighbours once', () => {
    expect(pieces('Zaza')).toBe('{"za","az"}');
    expect(pieces('a"b\\')).toBe(String.raw`{"a\"","\"b","b\\"}`);
  });

  it('needs nothing but the index for one letter or two', () => {
    expect(foldedSearch('É')).toEqual([['pieces', 'cs', '{"e"}']]);
    expect(foldedSearch('مح')).toEqual([['pieces', 'cs', '{"مح"}']]);
  });

  it('looks for nothing where nothing was typed', () => {
    expect(foldedSearch('  ')).toEqual([]);
  });
});
