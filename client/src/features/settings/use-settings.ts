import { useQuery } from '@tanstack/react-query';
import { publicQuery } from '@/api/public-data';
import { builtInSettings, readSettings, type Settings } from './settings';

/** The settings of the site; the built-in ones as fallback. */
export function useSettings(): Settings {
  const { data } = useQuery({ ...publicQuery('settings'), select: readSettings });
  return data ?? builtInSettings;
}
