import { useQuery } from '@tanstack/react-query';
import { summits } from '@/shared/api/built-in/summits.gen';
import { withFallback } from '@/shared/api/fallback';
import { publicQuery, type PublicRows } from '@/shared/api/public-data';

/** An expedition with the columns of lists. */
export type Expedition = PublicRows['summits'][number];

/** The published expeditions in order; the built-in ones as fallback. */
export function useExpeditions(): Expedition[] {
  return withFallback(useQuery(publicQuery('summits')).data, summits.rows);
}
