import { queryOptions } from '@tanstack/react-query';
import { api } from '@/kit/api.ts';

/** A function or procedure of the database. */
export interface Routine {
  id: number;
  schema: string;
  name: string;
  kind: string;
  arguments: string;
  returns: string;
  language: string;
  definer: boolean;
  volatility: string;
  comment: string;
  /** Roles of the API that may execute it. */
  roles: string[];
}

export const routines = queryOptions({
  queryKey: ['tables', 'routines'],
  queryFn: ({ signal }) => api<Routine[]>('GET', '/routines', undefined, signal),
});

/** The statement that replaces a function by itself. */
export const definition = (id: number) =>
  queryOptions({
    queryKey: ['tables', 'routines', id],
    queryFn: ({ signal }) =>
      api<{ definition: string }>('GET', `/routines/${id}`, undefined, signal),
  });
