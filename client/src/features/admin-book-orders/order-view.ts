import type { OrderFlag } from './order-flag';

export const orderFilters = [
  'all',
  'confirmed',
  'not_confirmed',
  'paid',
  'not_paid',
  'fulfilled',
  'not_fulfilled',
] as const;
export type OrderFilter = (typeof orderFilters)[number];

/** What of the orders is looked at. It lives in the address, so that it survives a reload and can be passed on. */
export type OrderView = {
  filter: OrderFilter;
  /** Free text as typed; '' is no search. */
  search: string;
  /** Counted from 1. */
  page: number;
};

const isFilter = (value: string | null): value is OrderFilter =>
  orderFilters.some((filter) => filter === value);

/** Reads the address; what makes no sense there is as if it were absent. */
export function readView(params: URLSearchParams): OrderView {
  const filter = params.get('filter');
  const page = Number(params.get('page') ?? '1');
  return {
    filter: isFilter(filter) ? filter : 'all',
    search: (params.get('q') ?? '').trim(),
    page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
  };
}

/** Writes a view into the address. Defaults are left out; parameters of others stay. */
export function writeView(params: URLSearchParams, view: OrderView): URLSearchParams {
  const next = new URLSearchParams(params);
  const put = (name: string, value: string, isDefault: boolean) =>
    isDefault ? next.delete(name) : next.set(name, value);
  put('filter', view.filter, view.filter === 'all');
  put('q', view.search, view.search === '');
  put('page', String(view.page), view.page === 1);
  return next;
}

const wanted: Record<Exclude<OrderFilter, 'all'>, { flag: OrderFlag; value: boolean }> = {
  confirmed: { flag: 'confirmed', value: true },
  not_confirmed: { flag: 'confirmed', value: false },
  paid: { flag: 'paid', value: true },
  not_paid: { flag: 'paid', value: false },
  fulfilled: { flag: 'fulfilled', value: true },
  not_fulfilled: { flag: 'fulfilled', value: false },
};

/** The flag that a filter asks for, and the value wanted; undefined for all orders. */
export const wantedFlag = (filter: OrderFilter) => (filter === 'all' ? undefined : wanted[filter]);
