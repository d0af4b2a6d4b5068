import { useQuery } from '@tanstack/react-query';
import { expeditions } from '@/shared/api/built-in/expeditions.gen';
import { summits } from '@/shared/api/built-in/summits.gen';
import { withFallback } from '@/shared/api/fallback';
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

/** A published mountain, and all others in brief; the built-in ones as fallback. */
export function useAchievement(slug: string): AchievementQuery {
  const all = useQuery(publicQuery('summits'));
  const one = useQuery(detailQuery('expedition', slug));
  const peaks = withFallback(all.data, summits.rows);
  const isPublished = peaks.some((peak) => peak.slug === slug);
  const rows = withFallback(one.data, expeditions.rows);
  return {
    peak: isPublished ? rows.find((row) => row.slug === slug) : undefined,
    peaks,
    isPending: all.isPending || one.isPending,
    error: all.error ?? one.error,
    retry: () => void Promise.all([all.refetch(), one.refetch()]),
  };
}
