import { useQuery } from '@tanstack/react-query';
import { sb } from '../../api/client';
import { unwrap } from '../../api/failures';
import { builtInSettings, readSettings, type Settings } from './settings';

const settingsKey = ['site_settings'] as const;

async function fetchSettings(): Promise<Settings> {
  const client = await sb();
  return readSettings(unwrap(await client.from('site_settings').select('key, value')));
}

/** The site's settings; the built-in ones until they arrive and if they never do. */
export function useSettings(): Settings {
  return useQuery({ queryKey: settingsKey, queryFn: fetchSettings }).data ?? builtInSettings;
}
