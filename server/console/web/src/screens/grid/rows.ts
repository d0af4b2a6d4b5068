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

/** How many rows there are: an estimate, or exactly. */
export const counted = ({ schema, name, as, filter }: Shown, exact: boolean) =>
  queryOptions({
    queryKey: [...rowsKey(schema, name), 'count', as, filter, exact],
    queryFn: ({ signal }) =>
      api<{ rows: number; exact: boolean }>(
        'POST',
        `${tablePath(schema, name)}/count`,
        { filter, exact },
        signal,
      ),
  });

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
