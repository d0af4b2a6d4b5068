import { useQuery } from '@tanstack/react-query';
import { topics } from '../../api/built-in/topics.gen';
import { publicQuery, type PublicRows } from '../../api/public-data';
import { withFallback } from '../../api/fallback';

/** The talks; the built-in ones as fallback. */
export const useTopics = (): PublicRows['topics'] =>
  withFallback(useQuery(publicQuery('topics')).data, topics.rows);
