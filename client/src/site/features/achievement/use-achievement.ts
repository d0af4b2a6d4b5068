import { useQuery } from '@tanstack/react-query';
import { detailQuery, publicQuery } from '@/shared/api/public-data';
import type { Achievement, Peak } from './achievement';

type AchievementQuery = {
  /** The mountain with all columns, if it is among the published ones. */
  peak: Achievement | undefined;
  /** All published mountains. */
  peaks: Peak[];
  /** True until the server has answered; only then is a missing mountain unknown. */
  isPending: boolean;
  error: Error | null;
  retry: () => void;
};

/** A published mountain, and all others in brief. */
export function useAchievement(slug: string): AchievementQuery {
  const all = useQuery(publicQuery('summits'));
  const one = useQuery(detailQuery('expedition', slug));
  return {
    peak: one.data?.find((row) => row.slug === slug),
    peaks: all.data ?? [],
    isPending: all.isPending || one.isPending,
    error: all.error ?? one.error,
    retry: () => void Promise.all([all.refetch(), one.refetch()]),
  };
}
