import { useQuery } from '@tanstack/react-query';
import { sb } from '../../api/client';
import { unwrap } from '../../api/failures';
import { useRefetchInterval } from '../../admin/rows/use-refetch-interval';
import type { Setting } from './setting-values';

export const siteSettingsKey = ['site_settings'];

async function fetchSettings(): Promise<Setting[]> {
  const client = await sb();
  return unwrap(await client.from('site_settings').select('*').order('key'));
}

/** Every setting, as it is stored. */
export const useSiteSettings = () =>
  useQuery({ queryKey: siteSettingsKey, queryFn: fetchSettings, ...useRefetchInterval() });
