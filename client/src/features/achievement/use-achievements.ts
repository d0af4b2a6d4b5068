import { useQuery, useQueryClient } from '@tanstack/react-query';
import { expeditions } from '@/api/built-in/expeditions.gen';
import { publicQuery, type Picture } from '@/api/public-data';
import { withFallback } from '@/api/fallback';
import type { Achievement } from './achievement';

type AchievementsQuery = {
  peaks: Achievement[];
  /** True until the server has answered; only then is a missing mountain unknown. */
  isPending: boolean;
  error: Error | null;
  retry: () => void;
};

/**
 * All published mountains with all columns; the built-in ones as fallback. Of the mountain of a prerendered page the
 * server has written the picture into the HTML, so that one is there at once.
 */
export function useAchievements(): AchievementsQuery {
  const { data, isPending, error, refetch } = useQuery(publicQuery('expeditions'));
  const hero = useQueryClient().getQueryData<{ slug: string; picture: Picture }[]>(['hero'])?.[0];
  const peaks =
    data === undefined && hero !== undefined
      ? expeditions.rows.map((row) => (row.slug === hero.slug ? { ...row, ...hero } : row))
      : withFallback(data, expeditions.rows);
  return { peaks, isPending, error, retry: () => void refetch() };
}
