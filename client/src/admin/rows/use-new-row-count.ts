import type { Relation } from './any-table';
import type { Filter } from './filters';
import { useCounts } from './use-counts';

/**
 * How many rows have come in since a list was read: the list itself holds still, so that nothing moves
 * under who reads it. Without filters it does not ask.
 */
export function useNewRowCount<R extends Relation>(
  relation: R,
  filters: readonly Filter<R>[] | undefined,
): number {
  const kinds: Record<string, readonly Filter<R>[]> =
    filters === undefined ? {} : { newer: filters };
  return useCounts(relation, kinds)['newer'] ?? 0;
}

const always = '1970-01-01';

/**
 * The moment after which a row is new to a list: undefined where the list does not begin with the
 * newest, or is searched, for a search is no watch.
 */
export function newRowsSince(
  rows: readonly { created_at: string }[] | undefined,
  { search, sort, page }: { search: string; sort: string; page: number },
): string | undefined {
  const isTop = search === '' && sort === '-created_at' && page === 1;
  return isTop && rows !== undefined ? (rows[0]?.created_at ?? always) : undefined;
}
