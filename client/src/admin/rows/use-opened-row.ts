import { useQuery } from '@tanstack/react-query';
import { unwrap } from '../../api/failures';
import { newRow } from '../use-open-row';
import { isRowId } from '../row-id';
import { anyTable, type Relation, type RowOf } from './any-table';

/**
 * The row that an address names as open: as it is listed, or asked for alone where it is on another page
 * of the list. `isDeleted` says that there is none (any more). `rows` is undefined until the list is there.
 */
export function useOpenedRow<R extends Relation, Row extends { id: string }>(
  relation: R,
  rows: readonly Row[] | undefined,
  opened: string | undefined,
) {
  const listed = rows?.find(({ id }) => id === opened);
  const isElsewhere = rows !== undefined && listed === undefined && opened !== newRow;
  const alone = useOneRow(relation, isElsewhere ? opened : undefined);
  return { row: listed ?? alone.data ?? undefined, isDeleted: alone.data === null };
}

/** One row by its id, for what an address names: null where there is none (any more). */
function useOneRow<R extends Relation>(relation: R, id: string | undefined) {
  return useQuery({
    queryKey: [relation, 'one', id],
    queryFn: () => selectOne(relation, id ?? ''),
    enabled: id !== undefined,
    staleTime: 0,
  });
}

async function selectOne<R extends Relation>(relation: R, id: string): Promise<RowOf<R> | null> {
  if (!isRowId(id)) return null;
  const client = await anyTable();
  const answer = await client
    .from(relation)
    .select('*')
    .eq('id', id)
    .overrideTypes<RowOf<R>[], { merge: false }>();
  return unwrap(answer)[0] ?? null;
}
