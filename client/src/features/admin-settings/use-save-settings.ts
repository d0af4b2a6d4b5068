import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sb } from '../../api/client';
import { unwrap } from '../../api/failures';
import type { Changes } from './setting-values';
import { siteSettingsKey } from './use-site-settings';

async function saveSettings(changes: Changes): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  const client = await sb();
  unwrap(await client.rpc('save_settings', { changes }));
}

/** Saves settings, all of them or none. Throws a Failure. */
export function useSaveSettings() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: saveSettings,
    networkMode: 'always', // an offline press must fail in words, not wait in silence
    onSuccess: () => queries.invalidateQueries({ queryKey: siteSettingsKey }),
  });
}
