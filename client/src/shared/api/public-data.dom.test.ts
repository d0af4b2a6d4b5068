import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { rows, serve } from '@tests/page';
import { detailQuery, publicQuery } from './public-data';

/** The path and query of the request of a query. */
async function requestOf(run: (queries: QueryClient) => Promise<unknown>): Promise<string> {
  const server = await serve(rows([]));
  await run(new QueryClient());
  const { pathname, search } = new URL(server.mock.calls[0]?.[0] ?? '');
  return pathname + search;
}

describe('the posts', () => {
  it('are filtered by the clock of the database', async () => {
    const request = await requestOf((queries) => queries.fetchQuery(publicQuery('posts')));
    expect(request).toContain('status=eq.published&published_at=lte.now&order=published_at.desc');
  });

  it('are read by their slug', async () => {
    const request = await requestOf((queries) =>
      queries.fetchQuery(detailQuery('post', 'on-turning-back')),
    );
    expect(request).toContain('slug=eq.on-turning-back&status=eq.published&published_at=lte.now');
  });
});
