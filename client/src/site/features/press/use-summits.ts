import { useQuery } from '@tanstack/react-query';
import { summits } from '@/shared/api/built-in/summits.gen';
import { publicQuery, type PublicRows } from '@/shared/api/public-data';
import { withFallback } from '@/shared/api/fallback';

/** The mountains with the columns of lists; the built-in ones as fallback. */
export const useSummits = (): PublicRows['summits'] =>
  withFallback(useQuery(publicQuery('summits')).data, summits.rows);
