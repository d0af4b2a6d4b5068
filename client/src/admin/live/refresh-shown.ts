import type { Query, QueryClient } from '@tanstack/react-query';

/** The ids of rows that changed, by where they show; `all` where that is not known. */
export type Touched = ReadonlyMap<string, ReadonlySet<string> | 'all'>;

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /**
       * For a list that holds still while it is read: asks for rows of it anew, by their ids, and puts
       * them where they were.
       */
      refetchRows?: (ids: ReadonlySet<string> | 'all') => Promise<void>;
    };
  }
}

/**
 * Asks anew for all that is on the screen of what was touched; what is not shows it when it is looked at
 * again. Ends when the answers are here. A failure is the screen's to show, as of any question.
 */
export async function refreshShown(queries: QueryClient, touched: Touched): Promise<void> {
  const isTouched = ({ queryKey: [place] }: Query) => touched.has(String(place));
  const all = queries.getQueryCache().findAll({ predicate: isTouched });
  const retained = new Set(all.filter(isRetained));
  await Promise.all([
    ...[...retained].map((query) => refetch(query, touched)),
    queries.invalidateQueries({ predicate: (query) => isTouched(query) && !retained.has(query) }),
  ]);
}

// One whose answer is on its way is no list yet.
const isRetained = (query: Query) =>
  query.meta?.refetchRows !== undefined &&
  query.isActive() &&
  query.state.data !== undefined &&
  query.state.fetchStatus === 'idle';

async function refetch(query: Query, touched: Touched): Promise<void> {
  const ids = touched.get(String(query.queryKey[0]));
  if (ids !== undefined) await query.meta?.refetchRows?.(ids);
}
