import { useQuery } from '@tanstack/react-query';
import { publicQuery, type PublicRows } from '@/shared/api/public-data';

export type Highlight = PublicRows['highlights'][number];

const { queryKey, queryFn } = publicQuery('highlights');

/** Published highlights in the owner's order; undefined while loading, empty after a failure. */
export function useHighlights(): Highlight[] | undefined {
  const { data, error } = useQuery({
    queryKey,
    queryFn: async () => {
      try {
        return await queryFn();
      } catch (failure) {
        console.error('media_highlights', failure);
        throw failure;
      }
    },
  });
  return error === null ? data : [];
}
