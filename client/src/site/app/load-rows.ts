import type { QueryClient } from '@tanstack/react-query';
import { matchPath } from 'react-router';
import {
  expeditionQuery,
  galleryQuery,
  postQuery,
  publicQuery,
  type Query,
} from '@/shared/api/public-data';
import { routeOf } from './page-modules';

/** How long a page waits for its rows; after it, it shows the built-in ones first. Milliseconds. */
const maxWaitMs = 2_000;

/**
 * Fetches the rows that a page begins with, except those in the cache. The page says what failed, but for
 * the text of a post offline, which has no built-in rows: that rejects.
 */
export async function loadRows(queries: QueryClient, pathname: string): Promise<void> {
  const { path, data } = routeOf(pathname);
  const { id = '', slug = '' } = matchPath(path, pathname)?.params ?? {};
  const load = <Rows>(query: Query<Rows>) => queries.ensureQueryData(query).catch(() => undefined);
  const loading = data.map((name) => {
    if (name === 'post') return load(postQuery(slug));
    if (name === 'expedition') return load(expeditionQuery(id));
    if (name === 'gallery') return load(galleryQuery(id));
    return load(publicQuery(name));
  });
  if (!navigator.onLine) {
    // supabase-js repeats what fails for seconds
    const isMissing =
      data.includes('post') && queries.getQueryData(postQuery(slug).queryKey) === undefined;
    if (isMissing)
      throw new Error(`The text of ${pathname} is not loaded, and there is no network.`);
    return;
  }
  await Promise.race([
    Promise.all(loading),
    new Promise((resolve) => setTimeout(resolve, maxWaitMs)),
  ]);
}
