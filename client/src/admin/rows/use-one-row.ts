import { useQuery } from '@tanstack/react-query';
import { unwrap } from '../../api/failures';
import { isRowId } from '../row-id';
import { anyTable, type Relation, type RowOf } from './any-table';

/** One row by its id, for what an address names: null where there is none (any more). */
export function useOneRow<R extends Relation>(relation: R, id: string | undefined) {
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
