import { useQuery } from '@tanstack/react-query';
import { publicQuery } from '../../api/public-data';
import { builtInSettings, readSettings, type Settings } from './settings';

/** The site's settings; the built-in ones until they arrive and if they never do. */
export function useSettings(): Settings {
  const { data } = useQuery({ ...publicQuery('settings'), select: readSettings });
  return data ?? builtInSettings;
}
