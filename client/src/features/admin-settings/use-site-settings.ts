import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { sb } from '../../api/client';
import { unwrap } from '../../api/failures';
import { useRefetchInterval } from '../../admin/rows/use-refetch-interval';
import type { Setting, Changes } from './setting-values';

const siteSettingsKey = ['site_settings'];

async function fetchSettings(): Promise<Setting[]> {
  const client = await sb();
  return unwrap(await client.from('site_settings').select('*').order('key'));
}

/** Every setting, as it is stored. */
export const useSiteSettings = () =>
  useQuery({ queryKey: siteSettingsKey, queryFn: fetchSettings, ...useRefetchInterval() });

type Save = {
  changes: Changes;
  /** What they hold as far as the form knows. */
  known: Changes;
};

async function saveSettings({ changes, known }: Save): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  const client = await sb();
  unwrap(await client.rpc('save_settings', { changes, known }));
}

/** Saves settings, all of them or none. Throws a Failure: a conflict where somebody else was there first. */
export function useSaveSettings() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: saveSettings,
    networkMode: 'always', // an offline press must fail in words, not wait in silence
    // After a refusal, too: what the others did is to be seen.
    onSettled: () => queries.invalidateQueries({ queryKey: siteSettingsKey }),
  });
}
