import { useQuery } from '@tanstack/react-query';
import { unwrap } from '@/shared/api/failures';
import type { Relation } from '@/shared/api/tables';
import { sb } from '@/shared/api/client';
import type { ColumnOf, Row } from '@/shared/api/rows';
import { withFilters, type Filter } from './filters';
import { columnOf, isDescending, type SortBy } from './use-page-of-rows';
import { useRefetchInterval } from './use-refetch-interval';
import { selectRows } from './row-calls';

type AllRowsQuery<R extends Relation> = {
  sort: SortBy<ColumnOf<R>>;
  filters?: readonly Filter<R>[];
  /** The columns to fetch; defaults to all. Other columns are missing in the rows. */
  select?: string;
};

type Options = {
  /** Whether the list also polls while realtime is disconnected. */
  live?: boolean;
};

/** All rows of a small table, in one request. */
export function useAllRows<R extends Relation>(
  relation: R,
  query: AllRowsQuery<R>,
  { live = false }: Options = {},
) {
  const polling = useRefetchInterval();
  return useQuery({
    queryKey: [relation, 'all', query],
    queryFn: ({ signal }) => selectAll(relation, query, signal),
    ...(live ? polling : { staleTime: 0 }),
  });
}

async function selectAll<R extends Relation>(
  relation: R,
  { sort, filters = [], select = '*' }: AllRowsQuery<R>,
  signal: AbortSignal,
): Promise<Row<R>[]> {
  const answer = await withFilters(selectRows(await sb(), relation, select), filters)
    .abortSignal(signal)
    .order(columnOf(sort), { ascending: !isDescending(sort) });
  return unwrap(answer);
}
