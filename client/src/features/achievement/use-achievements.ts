import { useQuery } from '@tanstack/react-query';
import { expeditions } from '@/api/built-in/expeditions.gen';
import { publicQuery } from '@/api/public-data';
import { withFallback } from '@/api/fallback';
import type { Achievement } from './achievement';

type AchievementsQuery = {
  peaks: Achievement[];
  /** True until the server has answered; only then is a missing mountain unknown. */
  isPending: boolean;
  error: Error | null;
  retry: () => void;
};

/** All published mountains with all columns; the built-in ones as fallback. */
export function useAchievements(): AchievementsQuery {
  const { data, isPending, error, refetch } = useQuery(publicQuery('expeditions'));
  const peaks = withFallback(data, expeditions.rows);
  return { peaks, isPending, error, retry: () => void refetch() };
}
