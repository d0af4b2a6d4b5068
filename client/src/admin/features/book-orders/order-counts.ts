import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { sb } from '@/shared/api/client';
import { unwrap } from '@/shared/api/failures';
import type { Database } from '@/shared/api/database';
import { foldedWords } from '@/admin/kit/rows/folded-search';
import { useRefetchInterval } from '@/admin/kit/rows/use-refetch-interval';
import { foldName } from '@/shared/i18n/fold';
import { methodOf } from './order-flag';
import {
  flagFilters,
  flagValues,
  methodsOf,
  periodOf,
  queueNames,
  queues,
  type FlagFilter,
  type OrderFilters,
  type OrderView,
} from './order-view';

type Functions = Database['public']['Functions'];
/** Orders of one state, with the same flags, payment method and edition, and how many they are. */
export type OrderKind = Functions['order_counts']['Returns'][number];

type Viewed = Pick<OrderView, 'search' | 'filters'>;

/** The arguments that the functions share: what was searched, and when it was ordered. */
function foundBy({ search, filters }: Viewed) {
  const { from, before } = periodOf(filters);
  return {
    ...foldedWords(search),
    ...(from !== undefined && { placed_from: from }),
    ...(before !== undefined && { placed_before: before }),
  };
}

/**
 * The number of orders of each kind, within the search, cities and period. One request
 * answers the counts of all values of all filters. Undefined until it is answered.
 */
export function useOrderKinds(view: Viewed): readonly OrderKind[] | undefined {
  const polling = useRefetchInterval();
  const { city } = view.filters;
  const args = { ...foundBy(view), ...(city !== undefined && { cities: city.map(foldName) }) };
  const { data } = useQuery({
    queryKey: ['book_orders', 'count', 'kinds', args],
    queryFn: async ({ signal }) => {
      const client = await sb();
      return unwrap(await client.rpc('order_counts', args).abortSignal(signal));
    },
    placeholderData: keepPreviousData,
    ...polling,
  });
  return data;
}

/** The cities of the orders that the other filters leave, the largest first. */
export function useOrderCities(view: Viewed) {
  const { filter, state, method, edition } = view.filters;
  const args = {
    ...foundBy(view),
    ...(state !== undefined && { states: [...state] }),
    ...(filter !== undefined && { [`is_${flagValues[filter][0]}`]: flagValues[filter][1] }),
    ...(method !== undefined && { methods: methodsOf(method) }),
    ...(edition !== undefined && { editions: [...edition] }),
  };
  return useQuery({
    queryKey: ['book_orders', 'cities', args],
    queryFn: async ({ signal }) => {
      const client = await sb();
      return unwrap(await client.rpc('order_cities', args).abortSignal(signal));
    },
    placeholderData: keepPreviousData,
  });
}

/** The counts beside each value of each filter: as if it were the only one chosen of its filter. */
export function countsOf(kinds: readonly OrderKind[], filters: OrderFilters) {
  const sums = {
    filter: new Map<string, number>(['all', ...flagFilters].map((name) => [name, 0])),
    state: new Map<string, number>(),
    method: new Map<string, number>(),
    edition: new Map<string, number>(),
  };
  const inQueues = new Map<string, number>(queueNames.map((name) => [name, 0]));
  for (const kind of kinds) {
    const fits = fit(kind, filters);
    const { order_status: state, edition, orders } = kind;
    const add = (map: Map<string, number>, value: string) =>
      map.set(value, (map.get(value) ?? 0) + orders);
    if (fits.filter && fits.method && fits.edition) add(sums.state, state);
    if (fits.filter && fits.state && fits.edition) add(sums.method, methodOf(kind));
    if (fits.filter && fits.state && fits.method) add(sums.edition, edition);
    if (!fits.method || !fits.edition) continue;
    if (fits.state) {
      add(sums.filter, 'all');
      for (const name of flagFilters) if (hasFlag(kind, name)) add(sums.filter, name);
    }
    for (const name of queueNames) {
      const { state: inState, filter } = fit(kind, { ...filters, ...noQueue, ...queues[name] });
      if (inState && filter) add(inQueues, name);
    }
  }
  return {
    filter: Object.fromEntries(sums.filter),
    state: Object.fromEntries(sums.state),
    method: Object.fromEntries(sums.method),
    edition: Object.fromEntries(sums.edition),
    queues: Object.fromEntries(inQueues),
  };
}

const noQueue = { state: undefined, filter: undefined };

const hasFlag = (kind: OrderKind, filter: FlagFilter): boolean => {
  const [flag, value] = flagValues[filter];
  return kind[flag] === value;
};

/** Which filters orders of a kind fit. */
function fit(kind: OrderKind, { filter, state, method, edition }: OrderFilters) {
  const isIn = (values: readonly string[] | undefined, value: string) =>
    values === undefined || values.includes(value);
  return {
    filter: filter === undefined || hasFlag(kind, filter),
    state: state === undefined ? kind.order_status !== 'spam' : isIn(state, kind.order_status),
    method: isIn(method, methodOf(kind)),
    edition: isIn(edition, kind.edition),
  };
}
