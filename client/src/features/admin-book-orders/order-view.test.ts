import { describe, expect, it } from 'vitest';
import { orderFilters, readView, wantedFlag, writeView, type OrderView } from './order-view';

const read = (query: string) => readView(new URLSearchParams(query));

describe('a view of the orders', () => {
  it.each([
    { name: 'nothing said', query: '', want: { filter: 'all', search: '', page: 1 } },
    {
      name: 'all said',
      query: 'filter=not_paid&q=Fatima%20Zahra&page=3',
      want: { filter: 'not_paid', search: 'Fatima Zahra', page: 3 },
    },
    { name: 'an unknown filter', query: 'filter=paid;drop', want: { filter: 'all' } },
    { name: 'a page of nonsense', query: 'page=two', want: { page: 1 } },
    { name: 'page 0', query: 'page=0', want: { page: 1 } },
    { name: 'a negative page', query: 'page=-4', want: { page: 1 } },
    { name: 'half a page', query: 'page=1.5', want: { page: 1 } },
    { name: 'a page that no number can hold', query: 'page=1e99', want: { page: 1 } },
    { name: 'a search of spaces', query: 'q=%20%20', want: { search: '' } },
  ])('reads $name', ({ query, want }) => {
    expect(read(query)).toMatchObject(want);
  });

  it('comes back as it was written', () => {
    for (const filter of orderFilters) {
      const view: OrderView = { filter, search: 'a&b=c, "d" é', page: 7 };
      expect(read(writeView(new URLSearchParams(), view).toString())).toEqual(view);
    }
  });

  it('leaves defaults out and what others wrote in place', () => {
    const before = new URLSearchParams('lang=ar&filter=paid&q=x&page=2');
    const after = writeView(before, { filter: 'all', search: '', page: 1 });
    expect(after.toString()).toBe('lang=ar');
    expect(before.get('filter')).toBe('paid');
  });

  it('has seven filters, one for each flag and its opposite, and all', () => {
    expect(orderFilters.map(wantedFlag)).toEqual([
      undefined,
      { flag: 'confirmed', value: true },
      { flag: 'confirmed', value: false },
      { flag: 'paid', value: true },
      { flag: 'paid', value: false },
      { flag: 'fulfilled', value: true },
      { flag: 'fulfilled', value: false },
    ]);
  });
});
