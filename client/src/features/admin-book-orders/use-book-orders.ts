import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { sb } from '../../api/client';
import { Failure, unwrap } from '../../api/failures';
import type { Order } from './order-flag';
import { searchCondition } from './order-search';
import { wantedFlag, type OrderView } from './order-view';

export const pageSize = 25;

/** A page of orders: `total` counts all that fit the view, `page` is the one that was found. */
export type OrderPage = { orders: Order[]; total: number; page: number };

export const ordersKey = ['book_orders'];

async function selectPage(view: OrderView): Promise<OrderPage> {
  const client = await sb();
  let query = client.from('book_orders').select('*', { count: 'exact' });
  const wanted = wantedFlag(view.filter);
  if (wanted !== undefined) query = query.eq(wanted.flag, wanted.value);
  if (view.search !== '') query = query.or(searchCondition(view.search));
  const start = (view.page - 1) * pageSize;
  const answer = await query
    .order('created_at', { ascending: false })
    .order('id') // two orders of one instant keep their places from page to page
    .range(start, start + pageSize - 1);
  return { orders: unwrap(answer), total: answer.count ?? 0, page: view.page };
}

// A page past the end is refused (PGRST103): orders were fewer than the address remembers.
async function fetchOrders(view: OrderView): Promise<OrderPage> {
  try {
    return await selectPage(view);
  } catch (error) {
    const pastEnd = error instanceof Failure && error.code === 'PGRST103' && view.page > 1;
    if (pastEnd) return selectPage({ ...view, page: 1 });
    throw error;
  }
}

/** A page of book orders, newest first. While the next one loads the last one stays in view. */
export function useBookOrders(view: OrderView) {
  return useQuery({
    queryKey: [...ordersKey, view],
    queryFn: () => fetchOrders(view),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
