import type { FiltersOf, ListView, SetView } from '@/admin/kit/list/use-list-view';
import { fromMoroccoField } from '@/admin/kit/morocco-time';
import type { Filter } from '@/admin/kit/rows/filters';
import { foldedSearch } from '@/admin/kit/rows/folded-search';
import { foldName } from '@/shared/i18n/fold';
import { orderColumns, paymentMethods, type OrderFlag } from './order-flag';
import { endings, orderStates } from './order-status';

/** The filters beside the search: a flag that is set, or is not. Without one, all. */
export const flagFilters = [
  'confirmed',
  'not_confirmed',
  'paid',
  'not_paid',
  'fulfilled',
  'not_fulfilled',
] as const;
export type FlagFilter = (typeof flagFilters)[number];

/** The flag and its value for each filter. */
export const flagValues = {
  confirmed: ['confirmed', true],
  not_confirmed: ['confirmed', false],
  paid: ['paid', true],
  not_paid: ['paid', false],
  fulfilled: ['fulfilled', true],
  not_fulfilled: ['fulfilled', false],
} as const satisfies Record<FlagFilter, readonly [OrderFlag, boolean]>;

export const shownEditions = ['fr', 'ar', 'none'] as const;

/** The filters and sorts of the list. Days are Morocco's. */
export const orderViews = {
  filters: {
    filter: flagFilters,
    state: { set: orderStates },
    method: { set: paymentMethods },
    edition: { set: shownEditions },
    city: { set: 'text' },
    from: 'day',
    to: 'day',
  },
  sorts: ['created_at', 'buyer_name', 'shipping_city', 'total_amount'],
  defaultSort: '-created_at',
} as const;

export type OrderFilters = FiltersOf<typeof orderViews.filters>;
export type OrderView = ListView<typeof orderViews.filters, (typeof orderViews.sorts)[number]>;
/** Changes the view. */
export type SetOrderView = SetView<typeof orderViews.filters>;

type Queue = Pick<OrderFilters, 'state' | 'filter'>;

/** The queues of work: filters that are often chosen together. */
export const queues = {
  to_confirm: { state: ['new'] },
  to_send: { state: ['confirmed'] },
  to_collect: { state: ['fulfilled'], filter: 'not_paid' },
  ended: { state: endings },
  spam: { state: ['spam'] },
} as const satisfies Record<string, Queue>;

export type QueueName = keyof typeof queues;
export const queueNames = [
  'to_confirm',
  'to_send',
  'to_collect',
  'ended',
  'spam',
] as const satisfies readonly QueueName[];

/** The queue that the filters are; undefined for any other choice. */
export function queueOf({ state, filter }: OrderFilters): QueueName | undefined {
  const states = (state ?? []).toSorted().join();
  return queueNames.find((name) => {
    const queue: Queue = queues[name];
    return (queue.state ?? []).toSorted().join() === states && queue.filter === filter;
  });
}

/** A search for orders and the conditions of a view, for the view book_order_search. */
export function orderConditions({ search, filters }: Pick<OrderView, 'search' | 'filters'>) {
  const { filter, state, method, edition, city } = filters;
  const { from, before } = periodOf(filters);
  const conditions: Filter<'book_order_search'>[] = [
    state === undefined ? ['order_status', 'neq', 'spam'] : ['order_status', 'in', state],
  ];
  if (filter !== undefined) {
    const [flag, value] = flagValues[filter];
    conditions.push([flag, 'eq', value]);
  }
  if (method !== undefined) conditions.push(['payment_method', 'in', methodsOf(method)]);
  if (edition !== undefined) conditions.push(['edition', 'in', edition]);
  if (city !== undefined) conditions.push(['city_key', 'in', city.map(foldName)]);
  if (from !== undefined) conditions.push(['created_at', 'gte', from]);
  if (before !== undefined) conditions.push(['created_at', 'lt', before]);
  return { filters: conditions, folded: foldedSearch(search) };
}

/** The query of a view. */
export const orderQuery = (view: Pick<OrderView, 'search' | 'filters'>) =>
  ({ ...orderConditions(view), select: orderColumns, from: 'book_order_search' }) as const;

/** The values of the column: cash and cod are the same. */
export const methodsOf = (methods: readonly string[]): string[] =>
  methods.flatMap((method) => (method === 'cash' ? ['cash', 'cod'] : [method]));

const dayMs = 24 * 60 * 60_000;

/** The times of the period, the second one excluded. */
export function periodOf({ from, to }: Pick<OrderFilters, 'from' | 'to'>) {
  const startOf = (day: string) => fromMoroccoField(`${day}T00:00`) ?? undefined;
  const after = (day: string) => new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10);
  return {
    from: from === undefined ? undefined : startOf(from),
    before: to === undefined ? undefined : startOf(after(to)),
  };
}
