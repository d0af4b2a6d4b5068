import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, tablePath } from '@/kit/api.ts';
import type { Condition, Ordering, Page, Value } from '@/kit/types.ts';

export interface Shown {
  schema: string;
  name: string;
  as: string;
  filter: Condition[];
  order: Ordering[];
}

interface From {
  after: Value[] | null;
  offset: number;
}

/** Everything about the rows of a table, to invalidate after a change. */
export const rowsKey = (schema: string, name: string) => ['rows', schema, name];

const first: From = { after: null, offset: 0 };

/** The rows, page by page. */
export const pages = ({ schema, name, as, filter, order }: Shown) =>
  infiniteQueryOptions({
    queryKey: [...rowsKey(schema, name), as, filter, order],
    queryFn: ({ pageParam, signal }) =>
      api<Page>(
        'POST',
        `${tablePath(schema, name)}/page`,
        { filter, order, ...pageParam, limit: 100 },
        signal,
      ),
    initialPageParam: first,
    getNextPageParam: (last): From | undefined =>
      last.next
        ? { after: last.next, offset: 0 }
        : last.nextOffset
          ? { after: null, offset: last.nextOffset }
          : undefined,
  });

interface Counted {
  rows: number;
  exact: boolean;
  slow: boolean;
  unindexed: string[];
}

/** How many rows there are, by the planner's estimate, and whether a page of them will be slow. */
export const counted = ({ schema, name, as, filter, order }: Shown) =>
  queryOptions({
    queryKey: [...rowsKey(schema, name), 'count', as, filter, order],
    queryFn: ({ signal }) =>
      api<Counted>('POST', `${tablePath(schema, name)}/count`, { filter, order }, signal),
  });

/** How many rows there are: all are read. */
export const countedExactly = ({ schema, name, as, filter }: Shown) =>
  queryOptions({
    queryKey: [...rowsKey(schema, name), 'exact count', as, filter],
    queryFn: ({ signal }) =>
      api<Counted>('POST', `${tablePath(schema, name)}/count`, { filter, exact: true }, signal),
  });

/** Imports a CSV file: all of its rows, or none. */
export const load = (schema: string, name: string, file: File) =>
  api<{ rows: number }>('POST', `${tablePath(schema, name)}/import`, file);

export const update = (
  schema: string,
  name: string,
  body: { key: Value[]; column: string; value: Value; before: Value },
) => api('PATCH', `${tablePath(schema, name)}/rows`, body);

export const insert = (schema: string, name: string, columns: string[], rows: Value[][]) =>
  api('POST', `${tablePath(schema, name)}/rows`, { columns, rows });

export const remove = (schema: string, name: string, keys: Value[][]) =>
  api('DELETE', `${tablePath(schema, name)}/rows`, { keys });

export const fullValue = async (schema: string, name: string, key: Value[], column: string) =>
  (await api<{ value: Value }>('POST', `${tablePath(schema, name)}/value`, { key, column })).value;
