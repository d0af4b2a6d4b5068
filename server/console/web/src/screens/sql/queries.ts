import { queryOptions } from '@tanstack/react-query';
import { api } from '@/kit/api.ts';
import type { Past, Saved } from '@/kit/types.ts';

/** Columns by schema and table, for completion. */
export const names = queryOptions({
  queryKey: ['tables', 'names'],
  queryFn: () => api<Record<string, Record<string, string[]>>>('GET', '/names'),
});

/** What this operator has run, the newest first. */
export const history = queryOptions({
  queryKey: ['history'],
  queryFn: () => api<Past[]>('GET', '/history'),
});

/** Queries that are kept for all operators. */
export const saved = queryOptions({
  queryKey: ['queries'],
  queryFn: () => api<Saved[]>('GET', '/queries'),
});
