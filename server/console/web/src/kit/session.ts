import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { api } from './api.ts';
import type { Session } from './types.ts';

export const session = queryOptions({
  queryKey: ['session'],
  queryFn: () => api<Session>('GET', '/session'),
  staleTime: 60_000,
});

/** The session of the operator; only below the sign-in. */
export const useSession = (): Session => useSuspenseQuery(session).data;

export function useSignOut(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await api('DELETE', '/session');
    client.clear();
    window.location.assign('/_/');
  };
}
