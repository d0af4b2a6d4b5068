import { useMemo } from 'react';
import type { SortBy } from '@/admin/kit/rows/use-page-of-rows';
import { useSearchChange } from '@/admin/kit/use-search-change';

/*
 * The view of a list (search, filters, sort, page) in the URL, so that it survives a reload and can be shared:
 *   const { view, setView, reset } = useListView({
 *     filters: { status: ['new', 'read'], actor: 'text', state: { set: ['new', 'sent'] }, from: 'day' },
 *     sorts: ['created_at', 'name'],
 *     defaultSort: '-created_at',
 *   });
 *   setView({ filters: { status: 'new' } }); setView({ search: 'Amal' }); setView({ sort: 'name' });
 * Every change except of the page resets to the first page. Search and sort replace the history entry;
 * filters and pages add one. In the URL: ?q=Amal&status=new&state=new&state=sent&sort=name&page=2
 */

type OneValue = readonly string[] | 'text';

/**
 * The allowed values of a filter, `text` for any, or `day` for a date such as 2026-11-21; within `set`, several
 * at once. An unset filter shows all rows.
 */
export type FilterValues = Readonly<Record<string, OneValue | 'day' | { readonly set: OneValue }>>;

type ValueOf<V> = V extends readonly (infer Value extends string)[] ? Value : string;

/** The set filters; an unset one is undefined. */
export type FiltersOf<F extends FilterValues> = {
  [Name in keyof F]?:
    | (F[Name] extends { readonly set: infer Values }
        ? readonly ValueOf<Values>[]
        : ValueOf<F[Name]>)
    | undefined;
};

export type ListViewOptions<F extends FilterValues, Column extends string> = {
  filters?: F;
  sorts: readonly Column[];
  defaultSort: SortBy<Column>;
};

export type ListView<F extends FilterValues, Column extends string> = {
  /** The search text; '' for none. */
  search: string;
  filters: FiltersOf<F>;
  sort: SortBy<Column>;
  /** Counted from 1. */
  page: number;
};

/** A change of the view; an invalid sort is read as the default. */
export type Change<F extends FilterValues> = Partial<
  Omit<ListView<F, string>, 'sort'> & { sort: string }
>;

export type SetView<F extends FilterValues> = (change: Change<F>) => void;

/** The view in the URL, and functions to change it. */
export function useListView<const F extends FilterValues, const Column extends string>(
  options: ListViewOptions<F, Column>,
) {
  const [params, setParams] = useSearchChange();
  const address = params.toString();
  // The options are a new object at each render; only the URL changes the view.
  // oxlint-disable-next-line react/exhaustive-deps
  const view = useMemo(() => readView(params, options), [address]);
  const setView: SetView<F> = (change) =>
    setParams((now) => writeView(now, change, options), {
      replace: change.search !== undefined || change.sort !== undefined,
    });
  const reset = () => setParams((now) => withoutView(now, options));
  return { view, setView, reset, isNarrowed: isNarrowed(view) };
}

/** Whether a search or filter is set: an empty list then offers to reset them. */
function isNarrowed({ search, filters }: { search: string; filters: object }): boolean {
  return search !== '' || Object.values(filters).some((value) => value !== undefined);
}

/** Parses the URL; invalid values are ignored. */
export function readView<F extends FilterValues, Column extends string>(
  params: URLSearchParams,
  { filters, sorts, defaultSort }: ListViewOptions<F, Column>,
): ListView<F, Column> {
  const page = Number(params.get('page') ?? '1');
  return {
    search: (params.get('q') ?? '').trim(),
    filters: readFilters(params, filters),
    sort: allSorts(sorts).find((sort) => sort === params.get('sort')) ?? defaultSort,
    page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
  };
}

function readFilters<F extends FilterValues>(
  params: URLSearchParams,
  filters: F | undefined,
): FiltersOf<F> {
  const read: FiltersOf<F> = {};
  for (const name in filters) {
    const kind = filters[name] ?? [];
    const values = [...new Set(params.getAll(name))].filter((value) => isAllowed(value, kind));
    const isSet = typeof kind === 'object' && 'set' in kind;
    if (values.length > 0) Object.assign(read, { [name]: isSet ? values : values[0] });
  }
  return read;
}

function isAllowed(value: string, kind: FilterValues[string]): boolean {
  if (typeof kind === 'object' && 'set' in kind) return isAllowed(value, kind.set);
  if (kind === 'day') return /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
  return kind === 'text' ? value !== '' : kind.includes(value);
}

function allSorts<Column extends string>(columns: readonly Column[]): SortBy<Column>[] {
  return columns.flatMap((column): SortBy<Column>[] => [column, `-${column}`]);
}

/** Writes a change into the URL. Defaults are left out; other parameters stay. */
export function writeView<F extends FilterValues, Column extends string>(
  params: URLSearchParams,
  change: Change<F>,
  { defaultSort }: ListViewOptions<F, Column>,
): URLSearchParams {
  const next = new URLSearchParams(params);
  const put = (name: string, value: string | readonly string[] | undefined) => {
    next.delete(name);
    const values = typeof value === 'string' ? [value] : (value ?? []);
    for (const each of values) if (each !== '') next.append(name, each);
  };
  if (change.search !== undefined) put('q', change.search.trim());
  if (change.sort !== undefined) put('sort', change.sort === defaultSort ? '' : change.sort);
  for (const name in change.filters) put(name, change.filters[name]);
  const page = change.page ?? 1;
  put('page', page === 1 ? '' : String(page));
  return next;
}

function withoutView<F extends FilterValues, Column extends string>(
  params: URLSearchParams,
  { filters }: ListViewOptions<F, Column>,
): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of ['q', 'page', ...Object.keys(filters ?? {})]) next.delete(name);
  return next;
}
