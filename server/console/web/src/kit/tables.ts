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

const services =
  /^(auth|storage|realtime|extensions|graphql.*|vault|cron|net|pgmq.*|toubkal.*|supabase_.*|_.*)$/;

/** Whether a schema is one of the services, which come after those of the project. */
export const isService = (schema: string) => services.test(schema);
