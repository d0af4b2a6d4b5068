import { useQuery } from '@tanstack/react-query';
import { sb } from '@/shared/api/client';
import { unwrap } from '@/shared/api/failures';
import { isRowId } from '@/admin/kit/row-id';
import { useRefetchInterval } from '@/admin/kit/rows/use-refetch-interval';
import { rowQuery } from '@/admin/kit/rows/use-opened-row';
import { messageColumns } from './use-messages';
import { messageEntry, submissionEntry } from './inbox-entry';

/** One entry of the combined list, with its own row; null if it does not exist. */
export function useOneSubmission(id: string | undefined) {
  return useQuery({
    ...rowQuery('form_submissions', id ?? ''),
    select: (row) => (row === null ? null : submissionEntry(row)),
    enabled: id !== undefined,
    ...useRefetchInterval(),
  });
}

/** One contact message, with its speaking inquiry; null if it does not exist. */
export function useOneMessage(id: string | undefined) {
  return useQuery({
    queryKey: ['contact_submissions', 'one', id],
    queryFn: () => selectMessage(id ?? ''),
    select: (row) => (row === null ? null : messageEntry(row)),
    enabled: id !== undefined,
    ...useRefetchInterval(),
  });
}

async function selectMessage(id: string) {
  if (!isRowId(id)) return null;
  const client = await sb();
  const messages = client.from('contact_submissions').select(messageColumns);
  return unwrap(await messages.eq('id', id).maybeSingle());
}
