import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sb } from '@/shared/api/client';
import { Failure, unwrap } from '@/shared/api/failures';
import { useTranslation } from '@/shared/i18n';
import { notify } from '@/shared/ui/toast';
import type { Row } from '@/shared/api/rows';
import { useErrorToast } from './use-error-toast';

export type TrashEntry = Row<'trash'>;

/** Restores a deleted record with its parts. Everything is fetched again: the record may be in any list. */
export function useRestore() {
  const { t } = useTranslation('admin-kit');
  const queries = useQueryClient();
  const showError = useErrorToast();
  return useMutation({
    networkMode: 'always',
    mutationFn: async ({ id }: Pick<TrashEntry, 'id' | 'name'>) => {
      const client = await sb();
      unwrap(await client.rpc('restore_from_trash', { entry: id }));
    },
    onSuccess: (_nothing, { name }) => notify('good', t('trash.restored', { name }), { ms: 6000 }),
    onError: (error, { name }) => {
      const isTaken = error instanceof Failure && error.code === '23505';
      if (isTaken) notify('bad', t('trash.addressTaken', { name }));
      else showError(t('trash.restoreFailed', { name }), error);
    },
    onSettled: () => queries.invalidateQueries(),
  });
}

/** The newest entry of a record in the trash. Throws a Failure. */
export async function fetchTrashEntry(
  table: string,
  id: string,
): Promise<Pick<TrashEntry, 'id' | 'name'> | undefined> {
  const client = await sb();
  const answer = await client
    .from('trash')
    .select('id, name')
    .eq('table_name', table)
    .eq('row_id', id)
    .order('id', { ascending: false })
    .limit(1);
  return unwrap(answer)[0];
}
