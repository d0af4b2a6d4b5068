import { useQuery } from '@tanstack/react-query';
import { publicQuery, type PublicRows } from '@/shared/api/public-data';

export type Highlight = PublicRows['highlights'][number];

/** Published highlights in the owner's order; undefined while loading, empty after a failure. */
export function useHighlights(): Highlight[] | undefined {
  const { data, error } = useQuery(publicQuery('highlights'));
  return error === null ? data : [];
}
