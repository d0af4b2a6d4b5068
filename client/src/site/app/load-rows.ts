import type { QueryClient } from '@tanstack/react-query';
import { matchPath } from 'react-router';
import { detailQuery, isDetail, publicQuery } from '@/shared/api/public-data';
import { routeOf } from './page-modules';

/** How long a page waits for its rows; after it, it shows the built-in ones first. Milliseconds. */
const maxWaitMs = 2_000;

/**
 * Fetches the rows that a page begins with, except those in the cache. The page says what failed, but for
 * the text of a post offline, which has no built-in rows: that rejects.
 */
export async function loadRows(queries: QueryClient, pathname: string): Promise<void> {
  const { path, data } = routeOf(pathname);
  const { id = '', slug = id } = matchPath(path, pathname)?.params ?? {};
  const loading = Promise.allSettled(
    data.map((name) =>
      isDetail(name)
        ? queries.ensureQueryData(detailQuery(name, slug))
        : queries.ensureQueryData(publicQuery(name)),
    ),
  );
  if (!navigator.onLine) {
    // supabase-js repeats what fails for seconds
    const isMissing =
      data.includes('post') &&
      queries.getQueryData(detailQuery('post', slug).queryKey) === undefined;
    if (isMissing)
      throw new Error(`The text of ${pathname} is not loaded, and there is no network.`);
    return;
  }
  await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, maxWaitMs))]);
}
