import { describe, expect, it } from 'vitest';
import { searchCondition, searchConditions } from './search';

/** The pattern that each column is compared with. */
function patternsOf(text: string): Record<string, string> {
  const condition = searchCondition<'book_orders'>(text, {
    columns: ['buyer_name', 'order_number'],
    phones: ['buyer_phone'],
  });
  const all = condition.matchAll(/(\w+)\.ilike\.("(?:[^"\\]|\\.)*")(?:,|$)/g);
  return Object.fromEntries([...all].map(([, column = '', pattern = '']) => [column, pattern]));
}

describe('a search', () => {
  it('looks into every column', () => {
    expect(Object.keys(patternsOf('x'))).toEqual(['buyer_name', 'order_number', 'buyer_phone']);
  });

  it.each([
    { name: 'plain words', text: 'Fatima Zahra', want: '"%Fatima Zahra%"' },
    { name: 'Arabic', text: 'يوسف', want: '"%يوسف%"' },
    { name: 'what ends a condition', text: 'a,b)', want: '"%a,b)%"' },
    { name: 'a quotation mark', text: '"or"', want: String.raw`"%\"or\"%"` },
    { name: 'wildcards of LIKE', text: '100%_', want: String.raw`"%100\\%\\_%"` },
    { name: 'the wildcard of PostgREST', text: 'a*b', want: '"%a_b%"' },
    { name: 'a backslash', text: String.raw`a\b`, want: String.raw`"%a\\\\b%"` },
  ])('takes $name as text', ({ text, want }) => {
    expect(patternsOf(text)['buyer_name']).toBe(want);
  });

  it.each([
    { typed: '06 12-34', want: '"%61234%"' },
    { typed: '+212612', want: '"%+212612%"' },
    { typed: '0', want: '"%0%"' },
    { typed: 'Rue 06', want: '"%Rue 06%"' },
  ])('finds the phone number $typed as it is kept', ({ typed, want }) => {
    expect(patternsOf(typed)['buyer_phone']).toBe(want);
  });

  it.each([
    { typed: ' Fatima  Rabat ', want: 2 },
    { typed: '06 12 34', want: 1 },
    { typed: '', want: 0 },
  ])('asks for each word of "$typed"', ({ typed, want }) => {
    expect(searchConditions<'book_orders'>(typed, { columns: ['buyer_name'] })).toHaveLength(want);
  });
});
