import { afterEach, describe, expect, it, vi } from 'vitest';
import { publicQuery } from '@/shared/api/public-data';
import { fillCache, newQueryClient, servedAt } from './dehydrated-state';

const { queryKey } = publicQuery('settings');

class Navigation {
  readonly serverTiming: { name: string }[];

  constructor(...names: string[]) {
    this.serverTiming = names.map((name) => ({ name }));
  }
}

/** A page that was sent with some names in the header Server-Timing. */
function serve(...names: string[]) {
  vi.stubGlobal('PerformanceNavigationTiming', Navigation);
  vi.stubGlobal('performance', { getEntriesByType: () => [new Navigation(...names)] });
}

afterEach(() => void vi.unstubAllGlobals());

describe('the rows in a page', () => {
  it('are fresh for a minute', () => {
    serve('other');
    const queries = newQueryClient();
    fillCache(queries, [[[...queryKey], [1]]], servedAt());
    expect(queries.getQueryData(queryKey)).toEqual([1]);
    expect(queries.getQueryCache().find({ queryKey })?.isStaleByTime(60_000)).toBe(false);
  });

  it('are asked for again at once if the server knew of others', () => {
    serve('stale');
    const queries = newQueryClient();
    fillCache(queries, [[[...queryKey], [1]]], servedAt());
    expect(queries.getQueryData(queryKey)).toEqual([1]);
    expect(queries.getQueryCache().find({ queryKey })?.isStaleByTime(60_000)).toBe(true);
  });
});
