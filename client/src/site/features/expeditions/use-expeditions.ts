import { useQuery } from '@tanstack/react-query';
import { publicQuery, type PublicRows } from '@/shared/api/public-data';

/** An expedition with the columns of lists. */
export type Expedition = PublicRows['summits'][number];

/** The published expeditions in order; none until they are loaded. */
export const useExpeditions = (): Expedition[] => useQuery(publicQuery('summits')).data ?? [];
