import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { asFailure, Failure, unwrap } from '@/shared/api/failures';
import type { Relation } from '@/shared/api/tables';
import { sb } from '@/shared/api/client';
import type { ColumnOf, Row } from '@/shared/api/rows';
import { withFilters, type Filter } from './filters';
import type { FoldedFilter } from './folded-search';
import { refetchRows } from './refetch-rows';
import { searchConditions, type SearchIn } from './search';
import { useRefetchInterval } from './use-refetch-interval';
import { selectRows } from './row-calls';

/** A column to sort by; a leading `-` means descending. */
export type SortBy<Column extends string = string> = Column | `-${Column}`;

export type PageQuery<R extends Relation, From extends Relation = R> = {
  /** The view: see use-list-view. */
  view: { search: string; sort: SortBy<ColumnOf<R>>; page: number };
  filters?: readonly Filter<NoInfer<From>>[];
  /** A search in a view with folded texts: see folded-search. */
  folded?: readonly FoldedFilter[];
  /** The columns of the search; required if the view has one. */
  search?: SearchIn<R>;
  /** The columns to fetch; defaults to all. Other columns are missing in the rows. */
  select?: string;
  /** Rows of a page; defaults to 25. */
  size?: number;
  /** Another view of the same rows to query instead, for example one with a search index. */
  from?: From;
  /** The tie-breaker column, in the direction of the sort; defaults to `id`. */
  tie?: ColumnOf<R> | 'id';
};

type Options = {
  /**
   * Whether the list may reorder while it is read. By default changed rows are replaced in place and
   * nothing moves.
   */
  live?: boolean;
};

/** A page of rows: `total` counts all matches, `page` is the page that was returned. */
export type PageOfRows<Selected> = { rows: Selected[]; total: number; page: number; size: number };

const usualSize = 25;

/**
 * A page of a table, sorted, filtered and searched by the server. While the next page loads, the previous
 * one is placeholder data (`isPlaceholderData`).
 */
export function usePageOfRows<R extends Relation, From extends Relation = R>(
  relation: R,
  pageQuery: PageQuery<R, From>,
  { live = false }: Options = {},
) {
  const queries = useQueryClient();
  const polling = useRefetchInterval();
  const queryKey = [relation, 'page', pageQuery];
  const retained = {
    staleTime: 0,
    meta: {
      refetchRows: (ids: ReadonlySet<string> | 'all') =>
        refetchRows(queries, { queryKey, relation, select: pageQuery.select }, ids),
    },
  };
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => fetchPage(relation, pageQuery, signal),
    placeholderData: keepPreviousData,
    ...(live ? polling : retained),
  });
}

// A page past the end answers PGRST103: the first page is fetched instead.
async function fetchPage<R extends Relation, From extends Relation>(
  relation: R,
  pageQuery: PageQuery<R, From>,
  signal: AbortSignal,
): Promise<PageOfRows<Row<R>>> {
  try {
    return await selectPage(relation, pageQuery, signal);
  } catch (error) {
    const pastEnd = error instanceof Failure && error.code === 'PGRST103';
    if (!pastEnd || pageQuery.view.page === 1) throw error;
    return selectPage(relation, { ...pageQuery, view: { ...pageQuery.view, page: 1 } }, signal);
  }
}

/** Fetches one page; also used to export all pages. Throws a Failure. */
export const selectPage = <R extends Relation, From extends Relation = R>(
  relation: R,
  pageQuery: PageQuery<R, From>,
  signal?: AbortSignal,
) => select<Row<R>, R, From>(relation, pageQuery, signal);

/** Rows of a request for ids: the server sends no more. */
const idsOfRequest = 1_000;

/**
 * The ids of all rows of a query, in its order, at most `max`. A row that is inserted meanwhile shifts the
 * pages: each id is there once. Throws a Failure.
 */
export async function selectIds<R extends Relation, From extends Relation = R>(
  relation: R,
  queryOf: (page: number, size: number) => PageQuery<R, From>,
  signal: AbortSignal,
  max = Infinity,
): Promise<string[]> {
  const ids = new Set<string>();
  for (let page = 1; ; page += 1) {
    const pageQuery = { ...queryOf(page, idsOfRequest), select: 'id' };
    // The next page is only asked for if there is one.
    // oxlint-disable-next-line no-await-in-loop
    const { rows, total } = await select<{ id: string }, R, From>(relation, pageQuery, signal);
    for (const { id } of rows) ids.add(id);
    const isLast = rows.length === 0 || page * idsOfRequest >= total;
    if (isLast || ids.size >= max) return [...ids].slice(0, max);
  }
}

async function select<Selected, R extends Relation, From extends Relation>(
  relation: R,
  pageQuery: PageQuery<R, From>,
  signal?: AbortSignal,
): Promise<PageOfRows<Selected>> {
  const {
    view,
    filters = [],
    folded = [],
    search,
    select: columns = '*',
    size = usualSize,
    tie = 'id',
  } = pageQuery;
  const all = selectRows<R | From, Selected>(await sb(), pageQuery.from ?? relation, columns, {
    count: 'exact',
  });
  let query = withFilters(all, [...filters, ...folded]);
  if (search !== undefined) {
    for (const condition of searchConditions(view.search, search)) query = query.or(condition);
  }
  if (signal !== undefined) query = query.abortSignal(signal);
  const start = (view.page - 1) * size;
  const ascending = !isDescending(view.sort);
  const answer = await query
    .order(columnOf(view.sort), { ascending })
    .order(tie, { ascending }) // a stable order across pages
    .range(start, start + size - 1);
  if (answer.error !== null) throw asFailure(answer.error, answer.status);
  return { rows: unwrap(answer), total: answer.count ?? 0, page: view.page, size };
}

export const isDescending = (sort: string): boolean => sort.startsWith('-');

export const columnOf = (sort: string): string => sort.replace(/^-/, '');
