import { useList } from '@/admin/kit/list/use-list';
import type { Row } from '@/shared/api/rows';
import type { Order } from './order-flag';
import { orderQuery, orderViews } from './order-view';

const orderOf = (row: Row<'book_orders'>): Order => row;

/** The list of orders. */
export const useOrderList = () =>
  useList({ relation: 'book_orders', views: orderViews, query: orderQuery, rowOf: orderOf });

export type OrderListState = ReturnType<typeof useOrderList>;
