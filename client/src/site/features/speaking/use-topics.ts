import { useQuery } from '@tanstack/react-query';
import { topics } from '@/shared/api/built-in/topics.gen';
import { withFallback } from '@/shared/api/fallback';
import { publicQuery, type PublicRows } from '@/shared/api/public-data';

/** The talks; the built-in ones as fallback. */
export const useTopics = (): PublicRows['topics'] =>
  withFallback(useQuery(publicQuery('topics')).data, topics.rows);

/** A talk that can be booked. */
export type Topic = PublicRows['topics'][number];
