import type { ListView, SetView } from '@/admin/list/use-list-view';
import type { Filter } from '@/admin/rows/filters';
import { foldedSearch } from '@/admin/rows/folded-search';
import type { PageQuery } from '@/admin/rows/use-page-of-rows';
import { orderColumns, type OrderFlag } from './order-flag';

/** The filters besides "all". */
const narrowingFilters = [
  'confirmed',
  'not_confirmed',
  'paid',
  'not_paid',
  'fulfilled',
  'not_fulfilled',
] as const;
type NarrowingFilter = (typeof narrowingFilters)[number];

export const orderFilters = ['all', ...narrowingFilters] as const;

/** The filters and sorts of the list. */
export const orderViews = {
  filters: { filter: narrowingFilters },
  sorts: ['created_at', 'buyer_name', 'shipping_city', 'total_amount'],
  defaultSort: '-created_at',
} as const;

export type OrderView = ListView<typeof orderViews.filters, (typeof orderViews.sorts)[number]>;

const conditions: Record<NarrowingFilter, readonly [OrderFlag, 'eq', boolean]> = {
  confirmed: ['confirmed', 'eq', true],
  not_confirmed: ['confirmed', 'eq', false],
  paid: ['paid', 'eq', true],
  not_paid: ['paid', 'eq', false],
  fulfilled: ['fulfilled', 'eq', true],
  not_fulfilled: ['fulfilled', 'eq', false],
};

/** The conditions of each filter. */
export const filterCounts: Record<(typeof orderFilters)[number], Filter<'book_orders'>[]> = {
  all: [],
  confirmed: [conditions.confirmed],
  not_confirmed: [conditions.not_confirmed],
  paid: [conditions.paid],
  not_paid: [conditions.not_paid],
  fulfilled: [conditions.fulfilled],
  not_fulfilled: [conditions.not_fulfilled],
};

/** The query of a view. A search uses the view book_order_search, which has an index for it. */
export function orderQuery({ search, filters, sort, page }: OrderView) {
  const found = foldedSearch(search);
  return {
    view: { search: '', sort, page },
    filters: filterCounts[filters.filter ?? 'all'],
    folded: found,
    select: orderColumns,
    ...(found.length > 0 && { from: 'book_order_search' }),
  } as const satisfies PageQuery<'book_orders'>;
}

/** Changes the view. */
export type SetOrderView = SetView<typeof orderViews.filters>;
