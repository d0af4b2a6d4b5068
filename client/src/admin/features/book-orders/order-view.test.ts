import { describe, expect, it } from 'vitest';
import { readView } from '@/admin/kit/list/use-list-view';
import { countsOf, type OrderKind } from './order-counts';
import { flagFilters, orderConditions, orderQuery, orderViews, queueOf } from './order-view';

const viewOf = (query: string) => readView(new URLSearchParams(query), orderViews);
const conditions = (query: string) => orderConditions(viewOf(query)).filters;
const notSpam = ['order_status', 'neq', 'spam'];

describe('the filters of orders', () => {
  it.each([
    { name: 'all but spam', query: '', want: [notSpam] },
    {
      name: 'confirmed and fulfilled, not paid',
      query: 'state=confirmed&state=fulfilled&filter=not_paid',
      want: [
        ['order_status', 'in', ['confirmed', 'fulfilled']],
        ['paid', 'eq', false],
      ],
    },
    {
      name: 'cities in any spelling',
      query: 'city=F%C3%88S%20&city=Rabat',
      want: [notSpam, ['city_key', 'in', ['fes', 'rabat']]],
    },
    {
      name: 'both names of cash on delivery',
      query: 'method=cash&method=card',
      want: [notSpam, ['payment_method', 'in', ['cash', 'cod', 'card']]],
    },
    { name: 'no edition', query: 'edition=none', want: [notSpam, ['edition', 'in', ['none']]] },
    {
      name: 'days of Morocco, the last one included',
      query: 'from=2025-11-20&to=2025-11-21',
      want: [
        notSpam,
        ['created_at', 'gte', '2025-11-19T23:00:00.000Z'],
        ['created_at', 'lt', '2025-11-21T23:00:00.000Z'],
      ],
    },
    { name: 'values that are none', query: 'state=lost&filter=half&from=today', want: [notSpam] },
  ])('are $name', ({ query, want }) => {
    expect(conditions(query)).toEqual(want);
  });

  it('are seven: all, and each flag set or not', () => {
    expect(flagFilters.map((name) => conditions(`filter=${name}`)[1])).toEqual([
      ['confirmed', 'eq', true],
      ['confirmed', 'eq', false],
      ['paid', 'eq', true],
      ['paid', 'eq', false],
      ['fulfilled', 'eq', true],
      ['fulfilled', 'eq', false],
    ]);
  });

  it('are asked of the view that has an index for the search', () => {
    expect(orderQuery(viewOf('q=sara&page=2&sort=buyer_name'))).toMatchObject({
      from: 'book_order_search',
      folded: [['pieces', 'cs', '{"sa","ar","ra"}'], expect.anything()],
    });
  });

  it.each([
    ['', undefined],
    ['state=confirmed', 'to_send'],
    ['state=fulfilled&filter=not_paid&city=Rabat', 'to_collect'],
    ['state=returned&state=cancelled&state=refused', 'ended'],
    ['state=new&state=confirmed', undefined],
    ['filter=paid', undefined],
  ])('%j are the queue %s', (query, want) => {
    expect(queueOf(viewOf(query).filters)).toBe(want);
  });
});

describe('the counts beside the filters', () => {
  const kind = (order_status: string, paid: boolean, orders: number, more = {}): OrderKind => ({
    order_status,
    paid,
    orders,
    confirmed: order_status === 'confirmed',
    fulfilled: order_status === 'fulfilled',
    payment_method: 'cod',
    edition: 'fr',
    ...more,
  });
  const kinds = [
    kind('new', false, 1),
    kind('new', true, 2, { edition: 'ar' }),
    kind('confirmed', false, 4, { payment_method: 'card' }),
    kind('fulfilled', false, 8),
    kind('spam', false, 16),
  ];
  const counts = (query: string) => countsOf(kinds, viewOf(query).filters);

  it('leave out spam where no state is chosen', () => {
    expect(counts('').filter).toEqual({
      all: 15,
      confirmed: 4,
      not_confirmed: 11,
      paid: 2,
      not_paid: 13,
      fulfilled: 8,
      not_fulfilled: 7,
    });
    expect(counts('').queues).toEqual({
      to_confirm: 3,
      to_send: 4,
      to_collect: 8,
      ended: 0,
      spam: 16,
    });
  });

  it('are those of each value with all the other filters', () => {
    const { filter, state, method, edition, queues } = counts('state=new&filter=not_paid');
    expect(state).toMatchObject({ new: 1, confirmed: 4, fulfilled: 8, spam: 16 });
    expect(filter).toMatchObject({ all: 3, paid: 2, not_paid: 1, confirmed: 0 });
    expect(method).toMatchObject({ cash: 1 });
    expect(edition).toMatchObject({ fr: 1 });
    // A queue takes the place of state and filter.
    expect(queues).toMatchObject({ to_confirm: 3, to_collect: 8 });
    expect(counts('edition=ar').queues).toMatchObject({ to_confirm: 2, to_send: 0 });
  });
});
