import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { refresh } from '@/admin/kit/rows/cached-rows';
import { sb } from '@/shared/api/client';
import { unwrap } from '@/shared/api/failures';

/** The tables that may hold sample rows, in the order in which they are named. */
export const sampleKinds = [
  'testimonials',
  'media_highlights',
  'media_coverage',
  'awards',
  'book_reviews',
  'blog_posts',
] as const;
export type SampleKind = (typeof sampleKinds)[number];

export const isSampled = (table: string): table is SampleKind =>
  sampleKinds.some((kind) => kind === table);

async function fetchSamples() {
  const client = await sb();
  return unwrap(await client.rpc('sample_rows'));
}

const samplesQuery = queryOptions({ queryKey: ['samples'], queryFn: fetchSamples });

/** The sample rows of all tables. */
export const useSamples = () => useQuery(samplesQuery);

async function removeSamples(kinds: readonly SampleKind[]): Promise<number> {
  const client = await sb();
  return unwrap(await client.rpc('remove_samples', { kinds: [...kinds] }));
}

/** Removes the sample rows of some tables, all or none. */
export function useRemoveSamples() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: removeSamples,
    networkMode: 'always',
    onSettled: async (_removed, _error, kinds) => {
      await Promise.all([
        refresh(queries, [...kinds, 'blog_post_list']),
        queries.invalidateQueries(samplesQuery),
      ]);
    },
  });
}
