import { useMemo } from 'react';
import { useOpenRow, type RowNavigation } from '@/admin/kit/use-open-row';
import { useCounts } from '@/admin/kit/rows/use-counts';
import type { Filter } from '@/admin/kit/rows/filters';
import {
  selectIds,
  selectPage,
  usePageOfRows,
  type PageOfRows,
  type PageQuery,
} from '@/admin/kit/rows/use-page-of-rows';
import type { Relation } from '@/shared/api/tables';
import type { ColumnOf, Row as StoredRow } from '@/shared/api/rows';
import type { Named } from './data-table';
import { usePageSize } from './page-size';
import {
  useListView,
  type FiltersOf,
  type FilterValues,
  type ListView,
  type ListViewOptions,
} from './use-list-view';
import { useSelection, type Selection } from './use-selection';

/*
 * A list of the back-office, described once:
 *   const list = useList({
 *     relation: 'book_reviews',
 *     views: { filters: { status: states }, sorts: ['created_at', 'name'], defaultSort: '-created_at' },
 *     query: ({ filters }) => ({ filters: whereEqual('status', filters.status), search: { columns: ['name'] } }),
 *     rowOf: sameRow,
 *   });
 * The page, the counts of the tabs, the export and the ids of all that match follow from the query.
 * ListScreen shows it.
 */

/** The description of a list. */
export type ListSource<
  R extends Relation,
  F extends FilterValues,
  Column extends ColumnOf<R>,
  Row extends Named,
  From extends Relation = R,
> = {
  relation: R;
  /** The filters and sorts in the URL: see use-list-view. */
  views: ListViewOptions<F, Column>;
  /** The query of a view, without its page. */
  query: (view: ListView<F, Column>) => Omit<PageQuery<R, From>, 'view' | 'size'>;
  /** Converts a row; defined outside of the component. */
  rowOf: (row: StoredRow<R>) => Row;
  /** A fixed number of rows of a page; by default the reader chooses it. */
  size?: number;
  /** Which rows can be selected, as a test and as filters. By default all. */
  selectable?: { test: (row: Row) => boolean; filters: readonly Filter<NoInfer<From>>[] };
  /** Whether the list of a view may reorder while it is read: see usePageOfRows. By default none may. */
  live?: (view: ListView<F, Column>) => boolean;
};

/** For `rowOf`: the row as it is. */
export const sameRow = <Row>(row: Row): Row => row;

/** The state of a list, for ListScreen and its parts. */
export type ListState<Row extends Named> = {
  view: { search: string; sort: string; page: number };
  setView: (change: { search?: string; sort?: string; page?: number }) => void;
  /** Removes search and filters. */
  reset: () => void;
  /** Whether a search or filter is set. */
  isNarrowed: boolean;
  found: {
    data: PageOfRows<Row> | undefined;
    error: unknown;
    isPlaceholderData: boolean;
    refetch: () => Promise<unknown>;
  };
  /** The id of the open row. */
  opened: string | undefined;
  open: (id: string) => void;
  close: () => void;
  steps: RowNavigation;
  selection: Selection;
  /** Whether a row can be selected; undefined where all can. */
  isSelectable?: ((row: Row) => boolean) | undefined;
  /** Fetches the ids of all rows that match and can be selected, in the order of the list; at most `max`. */
  fetchIds: (signal: AbortSignal, max: number) => Promise<string[]>;
  /** Whether the number of rows of a page can be chosen. */
  hasSizes: boolean;
};

const noRows: readonly never[] = [];

/** Memoizes a conversion by the identity of the row, so that unchanged rows do not render again. */
function memoizePerRow<From extends object, Row>(rowOf: (row: From) => Row): (row: From) => Row {
  const known = new WeakMap<From, Row>();
  return (row) => {
    const made = known.get(row) ?? rowOf(row);
    known.set(row, made);
    return made;
  };
}

/** The state of a list: its view in the URL, its page, the open row and the selection. */
export function useList<
  R extends Relation,
  const F extends FilterValues,
  const Column extends ColumnOf<R>,
  Row extends Named,
  From extends Relation = R,
>(source: ListSource<R, F, Column, Row, From>) {
  const { relation, views, query, rowOf, selectable } = source;
  const chosenSize = usePageSize();
  const { view, setView, reset, isNarrowed } = useListView(views);
  const pageQuery = (page: number, size: number): PageQuery<R, From> => ({
    ...query(view),
    view: { search: view.search, sort: view.sort, page },
    size,
  });
  const { data, error, isPlaceholderData, refetch } = usePageOfRows(
    relation,
    pageQuery(view.page, source.size ?? chosenSize),
    { live: source.live?.(view) ?? false },
  );
  const convert = useMemo(() => memoizePerRow(rowOf), [rowOf]);
  const page = useMemo(() => data && { ...data, rows: data.rows.map(convert) }, [data, convert]);
  const conditions = query(view).filters ?? [];
  // The selection stays while pages are turned and sorted.
  const selection = useSelection(JSON.stringify([view.search, view.filters]));
  return {
    source,
    /** The filters of the query. */
    conditions,
    view,
    setView,
    reset,
    isNarrowed,
    found: { data: page, error, isPlaceholderData, refetch },
    ...useOpenRow(page?.rows ?? noRows),
    selection,
    isSelectable: selectable?.test,
    /** Fetches a page of another size, for an export. */
    fetchPage: async (at: number, size: number, signal: AbortSignal): Promise<PageOfRows<Row>> => {
      const fetched = await selectPage(relation, pageQuery(at, size), signal);
      return { ...fetched, rows: fetched.rows.map(rowOf) };
    },
    fetchIds: (signal: AbortSignal, max: number) =>
      selectIds(
        relation,
        (at, size) => ({
          ...pageQuery(at, size),
          filters: [...conditions, ...(selectable?.filters ?? [])],
        }),
        signal,
        max,
      ),
    hasSizes: source.size === undefined,
  };
}

/**
 * The number of rows for each value of a filter, with the search and all other filters of the list; of `all`
 * without the filter.
 */
export function useTabCounts<
  R extends Relation,
  F extends FilterValues,
  Column extends ColumnOf<R>,
  Row extends Named,
  Value extends string,
>(
  list: { source: ListSource<R, F, Column, Row>; view: ListView<F, Column> },
  values: readonly Value[],
  filterBy: (value: Value | undefined) => FiltersOf<F>,
) {
  const { source, view } = list;
  const among = (value: Value | undefined) =>
    source.query({ ...view, filters: { ...view.filters, ...filterBy(value) } });
  const { search, filters = [] } = among(undefined);
  const kinds: Partial<Record<Value | 'all', readonly Filter<R>[]>> = {};
  kinds.all = filters;
  for (const value of values) kinds[value] = among(value).filters ?? [];
  return useCounts(source.relation, kinds, search && { text: view.search, in: search });
}
