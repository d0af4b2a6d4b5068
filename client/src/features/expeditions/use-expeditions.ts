import { useQuery } from '@tanstack/react-query';
import { summits } from '../../api/built-in/summits.gen';
import { publicQuery } from '../../api/public-data';
import { withFallback } from '../../api/fallback';
import type { Expedition } from './expedition';

/** The published expeditions in order; the built-in ones as fallback. */
export function useExpeditions(): Expedition[] {
  return withFallback(useQuery(publicQuery('summits')).data, summits.rows);
}
