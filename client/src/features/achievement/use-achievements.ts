import { useQuery } from '@tanstack/react-query';
import { expeditions } from '../../api/built-in/expeditions.gen';
import { publicQuery } from '../../api/public-data';
import { orBuiltIn } from '../../api/snapshot';
import type { Achievement } from './achievement';

/**
 * All published mountains with everything that is known of them. `settled` once the server has
 * answered or cannot: before that, a mountain that is not built in may still come.
 */
export function useAchievements(): { peaks: Achievement[]; settled: boolean } {
  const { data, isPending } = useQuery(publicQuery('expeditions'));
  return { peaks: orBuiltIn(data, expeditions.rows), settled: !isPending };
}
