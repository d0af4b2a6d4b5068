import { useQuery } from '@tanstack/react-query';
import { sb } from '../../api/client';
import { unwrap } from '../../api/failures';
import type { Row } from '../../api/rows';

export type Highlight = Row<'media_highlights'>;

async function fetchHighlights(): Promise<Highlight[]> {
  const client = await sb();
  const answer = await client
    .from('media_highlights')
    .select('*')
    .eq('published', true)
    .order('display_order', { ascending: true });
  return unwrap(answer);
}

/** Published highlights in the owner's order; none until they arrive and if they never do. */
export function useHighlights(): Highlight[] {
  const { data, error } = useQuery({
    queryKey: ['media_highlights', 'published'],
    queryFn: async () => {
      try {
        return await fetchHighlights();
      } catch (failure) {
        console.error('media_highlights', failure);
        throw failure;
      }
    },
  });
  return error === null ? (data ?? []) : [];
}
