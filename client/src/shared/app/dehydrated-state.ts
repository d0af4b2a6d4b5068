import { QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query';

/** The dehydrated query cache that the server writes into the page: query keys and rows. */
export type DehydratedState = [key: QueryKey, rows: unknown[]][];

const minute = 60_000;

/**
 * The query cache of a page. supabase-js retries failed reads itself, so React Query does not.
 * networkMode is 'always': without a network the service worker may answer, and else the query fails
 * with a message instead of pausing.
 */
export const newQueryClient = () =>
  new QueryClient({
    // Some parts of a page are only hidden after a failure, so each failure is logged.
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => console.warn(`${queryKey.join(' ')}: ${error.message}`),
    }),
    defaultOptions: {
      queries: {
        staleTime: minute,
        retry: false,
        refetchOnWindowFocus: false,
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });

/** Reads the state in the page; empty under the Vite server and if it is invalid. */
export function readDehydratedState(): DehydratedState {
  const text = document.getElementById('__DATA__')?.textContent ?? '[]';
  try {
    const data: unknown = JSON.parse(text);
    return Array.isArray(data) ? data.filter(isEntry) : [];
  } catch {
    return [];
  }
}

const isEntry = (entry: unknown): entry is DehydratedState[number] =>
  Array.isArray(entry) && Array.isArray(entry[0]) && Array.isArray(entry[1]);

/** Time at which the page's rows were read; 0 if newer ones existed when it was sent, so that it refetches at once. */
export function servedAt(): number {
  const [load] = performance.getEntriesByType('navigation');
  const isStale =
    load instanceof PerformanceNavigationTiming &&
    load.serverTiming.some(({ name }) => name === 'stale'); // client/site/kept.go
  return isStale ? 0 : Date.now();
}

/**
 * Hydrates the query cache with the state of the page. Rows that it has already are not set again: each component with
 * a query would render again.
 */
export function fillCache(
  queries: QueryClient,
  data: DehydratedState,
  updatedAt = Date.now(),
): void {
  for (const [key, rows] of data) {
    if (queries.getQueryData(key) !== rows) queries.setQueryData(key, rows, { updatedAt });
  }
}
