import { useQuery } from '@tanstack/react-query';
import { publicQuery, type PublicRows } from '@/shared/api/public-data';

/** The talks; none until they are loaded. */
export const useTopics = (): PublicRows['topics'] => useQuery(publicQuery('topics')).data ?? [];

/** A talk that can be booked. */
export type Topic = PublicRows['topics'][number];
