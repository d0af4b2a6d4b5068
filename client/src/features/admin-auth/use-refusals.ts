import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { asFailure } from '../../api/failures';

/**
 * Calls back when the server refuses a query or a change: the session may have ended elsewhere,
 * or the admin been deactivated, which nobody tells a page that keeps its token.
 */
export function useOnRefusal(onRefusal: () => Promise<void>): void {
  const queries = useQueryClient();
  useEffect(() => {
    const handle = (error: unknown) => {
      if (asFailure(error).kind === 'refused') void onRefusal();
    };
    const stopQueries = queries.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') handle(event.action.error);
    });
    const stopChanges = queries.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') handle(event.action.error);
    });
    return () => {
      stopQueries();
      stopChanges();
    };
  }, [queries, onRefusal]);
}
