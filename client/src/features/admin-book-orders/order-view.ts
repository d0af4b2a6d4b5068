import type { ListView, SetView } from '@/admin/list/use-list-view';
import type { Filter } from '@/admin/rows/filters';
import { foldedSearch } from '@/admin/rows/folded-search';
import type { PageQuery } from '@/admin/rows/use-page-of-rows';
import { orderColumns } from './order-flag';
import { endings } from './order-status';

/** The filters besides "all". */
const narrowingFilters = [
  'confirmed',
  'not_confirmed',
  'paid',
  'not_paid',
  'fulfilled',
  'not_fulfilled',
  'ended',
  'spam',
] as const;

export const orderFilters = ['all', ...narrowingFilters] as const;

/** The filters and sorts of the list. */
export const orderViews = {
  filters: { filter: narrowingFilters },
  sorts: ['created_at', 'buyer_name', 'shipping_city', 'total_amount'],
  defaultSort: '-created_at',
} as const;

export type OrderView = ListView<typeof orderViews.filters, (typeof orderViews.sorts)[number]>;

/** What is still to be done is no matter of orders that have ended. */
const open: Filter<'book_orders'> = ['order_status', 'in', ['new', 'confirmed', 'fulfilled']];

/** The conditions of each filter. */
export const filterCounts: Record<(typeof orderFilters)[number], Filter<'book_orders'>[]> = {
  all: [['order_status', 'neq', 'spam']],
  confirmed: [['confirmed', 'eq', true]],
  not_confirmed: [['confirmed', 'eq', false], open],
  paid: [['paid', 'eq', true]],
  not_paid: [['paid', 'eq', false], open],
  fulfilled: [['fulfilled', 'eq', true]],
  not_fulfilled: [['fulfilled', 'eq', false], open],
  ended: [['order_status', 'in', endings]],
  spam: [['order_status', 'eq', 'spam']],
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
