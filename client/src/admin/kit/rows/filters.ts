import type { Relation } from '@/shared/api/tables';
import type { ColumnOf } from '@/shared/api/rows';
import type { FoldedFilter } from './folded-search';

type Value = string | number | boolean;

/**
 * A filter on a column as plain data, so that it can be part of a query key: `['paid', 'eq', false]`,
 * `['status', 'in', ['new', 'read']]`, `['title_fr', 'is', null]`.
 */
export type Filter<R extends Relation> =
  | readonly [ColumnOf<R>, 'eq' | 'neq' | 'isdistinct' | 'gt' | 'gte' | 'lt' | 'lte', Value]
  | readonly [ColumnOf<R>, 'like' | 'ilike' | 'cs', string]
  | readonly [ColumnOf<R>, 'in', readonly Value[]]
  | readonly [ColumnOf<R>, 'is' | 'not.is', null];

/** An equality filter; none for undefined. For the filters of a view. */
export const whereEqual = <R extends Relation>(
  column: ColumnOf<R>,
  value: Value | undefined,
): Filter<R>[] => (value === undefined ? [] : [[column, 'eq', value]]);

type Filterable<Query> = { filter: (column: string, operator: string, value: unknown) => Query };

/** Applies the filters to a query of supabase-js. */
export function withFilters<R extends Relation, Query extends Filterable<Query>>(
  query: Query,
  filters: readonly (Filter<R> | FoldedFilter)[],
): Query {
  return filters.reduce(
    (so, [column, operator, value]) => so.filter(column, operator, written(value)),
    query,
  );
}

const written = (value: Filter<Relation>[2]) =>
  typeof value === 'object' && value !== null ? `(${value.map(quoted).join(',')})` : value;

const quoted = (value: Value) => `"${String(value).replace(/["\\]/g, String.raw`\$&`)}"`;
