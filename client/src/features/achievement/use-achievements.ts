import { useQuery } from '@tanstack/react-query';
import { expeditions } from '../../api/built-in/expeditions.gen';
import { publicQuery } from '../../api/public-data';
import { withFallback } from '../../api/fallback';
import type { Achievement } from './achievement';

type Answer = {
  peaks: Achievement[];
  /** Before the server has answered, a mountain that is not built in may still come. */
  isPending: boolean;
  /** Why it did not answer. */
  error: Error | null;
  retry: () => void;
};

/** All published mountains with everything that is known of them; the built-in ones at least. */
export function useAchievements(): Answer {
  const { data, isPending, error, refetch } = useQuery(publicQuery('expeditions'));
  const peaks = withFallback(data, expeditions.rows);
  return { peaks, isPending, error, retry: () => void refetch() };
}
