import { queryOptions } from '@tanstack/react-query';
import { api, tablePath } from './api.ts';
import type { ListedTable, Relation } from './types.ts';

/** What there is: tables and views with their sizes. */
export const tables = queryOptions({
  queryKey: ['tables'],
  queryFn: ({ signal }) => api<ListedTable[]>('GET', '/tables', undefined, signal),
});

/** What a table is made of. */
export const relation = (schema: string, name: string) =>
  queryOptions({
    queryKey: ['tables', schema, name],
    queryFn: ({ signal }) => api<Relation>('GET', tablePath(schema, name), undefined, signal),
  });
