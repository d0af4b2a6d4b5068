import { createClient } from '@supabase/supabase-js';
import {
  fetchDetail,
  fetchPublic,
  isDetail,
  type PublicData,
  type PublicDetail,
} from '@/shared/api/public-data';
import { defaultWordmark, unnamed } from '@/shared/settings/setting-values';
import { keptLines, packLines } from '@/shared/art/kept-lines';
import { drawnMountains } from '@/shared/art/mountains';
import type { PublicRoute } from './routes';

// A file that the build writes for the server (build/pages.ts).

export { notFoundRoute, publicRoutes } from './routes';

/** The still lines of the mountains of the expeditions: the file dist/render/lines.json. */
export function linesFile(): string {
  for (const mountain of drawnMountains) keptLines(mountain, mountain.attempt);
  return packLines();
}

/** Default name of the site, and placeholder of her name, until the settings have them. */
export const brand = { wordmark: defaultWordmark, unnamed };

/** A route with its requests, as the server reads it. */
export const serverRoute = async (route: PublicRoute) => ({
  path: route.path,
  data: await Promise.all(route.data.map((each) => requestOf(each, parameterOf(route.path)))),
  found: route.found,
  pictures: route.pictures,
  hidden: route.hidden,
  client_only: route.writtenBy === 'browser' ? true : undefined,
});

/** The parameter of a path, such as :slug; '' without one. */
const parameterOf = (path: string): string => /:\w+/.exec(path)?.[0] ?? '';

/** The key of a query and the request that supabase-js sends for it, with a placeholder for the slug or the id. */
export async function requestOf(data: PublicData | PublicDetail, placeholder: string) {
  let request = '';
  const client = createClient('http://localhost', 'none', {
    auth: { persistSession: false, autoRefreshToken: false },
    global: {
      fetch: (input) => {
        const { pathname, search } = new URL(input instanceof Request ? input.url : input);
        request = pathname + search.replace(encodeURIComponent(placeholder), placeholder);
        return Promise.resolve(Response.json([]));
      },
    },
  });
  if (isDetail(data)) {
    await fetchDetail(client, data, placeholder);
    return { key: [data, placeholder], request };
  }
  await fetchPublic(client, data);
  return { key: [data], request };
}
