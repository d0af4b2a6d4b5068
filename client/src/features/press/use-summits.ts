import { useQuery } from '@tanstack/react-query';
import { summits } from '../../api/built-in/summits.gen';
import { publicQuery, type PublicRows } from '../../api/public-data';
import { orBuiltIn } from '../../api/snapshot';

/** The mountains in short; the built-in ones while the table is empty or away. */
export const useSummits = (): PublicRows['summits'] =>
  orBuiltIn(useQuery(publicQuery('summits')).data, summits.rows);
