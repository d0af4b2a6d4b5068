import { useQuery } from '@tanstack/react-query';
import { publicQuery, type PublicRows } from '@/shared/api/public-data';

/** The mountains with the columns of lists; none until they are loaded. */
export const useSummits = (): PublicRows['summits'] => useQuery(publicQuery('summits')).data ?? [];
