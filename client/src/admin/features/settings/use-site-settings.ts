import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { sb } from '@/shared/api/client';
import { unwrap } from '@/shared/api/failures';
import { useRefetchInterval } from '@/admin/kit/rows/use-refetch-interval';
import { refresh } from '@/admin/kit/rows/cached-rows';
import type { Setting, Changes } from './setting-values';

async function fetchSettings(): Promise<Setting[]> {
  const client = await sb();
  return unwrap(await client.from('site_settings').select('*').order('key'));
}

/** All settings. */
export const useSiteSettings = () =>
  useQuery({ queryKey: ['site_settings'], queryFn: fetchSettings, ...useRefetchInterval() });

type Save = {
  changes: Changes;
  /** The stored values that the form knows. */
  known: Changes;
};

async function saveSettings({ changes, known }: Save): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  const client = await sb();
  unwrap(await client.rpc('save_settings', { changes, known }));
}

/** Saves settings in one transaction. Throws a Failure of kind `conflict` if another user changed one. */
export function useSaveSettings() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: saveSettings,
    networkMode: 'always', // offline, fail at once instead of waiting
    // Also after a failure: to load the changes by others.
    onSettled: () => refresh(queries, ['site_settings']),
  });
}
