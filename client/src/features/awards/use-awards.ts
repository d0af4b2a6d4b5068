import { useQuery } from '@tanstack/react-query';
import { awards } from '../../api/built-in/awards.gen';
import { publicQuery, type PublicRows } from '../../api/public-data';
import { withFallback } from '../../api/fallback';

/** The awards of the table; the built-in ones while it is empty or away. */
export const useAwards = (): PublicRows['awards'] =>
  withFallback(useQuery(publicQuery('awards')).data, awards.rows);
