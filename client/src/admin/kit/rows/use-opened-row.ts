import { queryOptions, useQuery } from '@tanstack/react-query';
import { unwrap } from '@/shared/api/failures';
import { newRow } from '@/admin/kit/use-open-row';
import { isRowId } from '@/admin/kit/row-id';
import type { Relation } from '@/shared/api/tables';
import { sb } from '@/shared/api/client';
import type { Row } from '@/shared/api/rows';
import { selectRows } from './row-calls';

/**
 * The open row (its id is in the URL): from the list, or fetched by id if it is on another page.
 * `isDeleted` means that it does not exist. `rows` is undefined while the list loads.
 */
export function useOpenedRow<R extends Relation, Listed extends { id: string }>(
  relation: R,
  rows: readonly Listed[] | undefined,
  opened: string | undefined,
) {
  const listed = rows?.find(({ id }) => id === opened);
  const isElsewhere = rows !== undefined && listed === undefined && opened !== newRow;
  const elsewhere = isElsewhere ? opened : undefined;
  const alone = useQuery({
    ...rowQuery(relation, elsewhere ?? ''),
    enabled: elsewhere !== undefined,
    staleTime: 0,
  });
  return { row: listed ?? alone.data ?? undefined, isDeleted: alone.data === null };
}

/** The options of useQuery for one row by its id; null if it does not exist. */
export const rowQuery = <R extends Relation>(relation: R, id: string) =>
  queryOptions({
    queryKey: [relation, 'one', id],
    queryFn: ({ signal }) => selectOne(relation, id, signal),
  });

async function selectOne<R extends Relation>(
  relation: R,
  id: string,
  signal: AbortSignal,
): Promise<Row<R> | null> {
  if (!isRowId(id)) return null;
  const answer = await selectRows(await sb(), relation)
    .eq('id', id)
    .abortSignal(signal);
  return unwrap(answer)[0] ?? null;
}
