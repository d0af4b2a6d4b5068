import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { refresh } from '@/admin/kit/rows/cached-rows';
import { sb } from '@/shared/api/client';
import { unwrap } from '@/shared/api/failures';
import type { Json } from '@/shared/api/schema.gen';
import { stepSettings } from './steps';

/** The choices of the owner about the checklist, in the setting `setup.checklist`. */
export type Checklist = {
  /** Whether the dashboard hides it. */
  hidden: boolean;
  /** The steps that no table can answer, and that the owner has checked. */
  checked: string[];
};

const checklistKey = 'setup.checklist';
const keys = [checklistKey, ...Object.values(stepSettings).flat()];

async function fetchSetup() {
  const client = await sb();
  const rows = unwrap(await client.from('site_settings').select('key, value').in('key', keys));
  const values = new Map(rows.map(({ key, value }) => [key, value]));
  return {
    /** The settings that have a value. */
    given: keys.filter((key) => (values.get(key) ?? null) !== null),
    checklist: asChecklist(values.get(checklistKey)),
  };
}

function asChecklist(value: Json | undefined): Checklist {
  const { hidden, checked } =
    typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  return {
    hidden: hidden === true,
    checked: Array.isArray(checked) ? checked.filter((step) => typeof step === 'string') : [],
  };
}

/** The settings that the checklist is about. */
export const useSetup = () =>
  useQuery({ queryKey: ['site_settings', 'setup'], queryFn: fetchSetup });

async function saveChecklist(checklist: Checklist): Promise<void> {
  const client = await sb();
  unwrap(await client.rpc('save_settings', { changes: { [checklistKey]: checklist } }));
}

/** Saves the choices of the owner about the checklist, for all admins. */
export function useSaveChecklist() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: saveChecklist,
    networkMode: 'always',
    onSettled: () => refresh(queries, ['site_settings']),
  });
}
