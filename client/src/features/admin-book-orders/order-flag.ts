import type { Row } from '../../api/rows';
import type { PillTone } from '../../ui/pill';

/** An order without the text it is searched by. */
export type Order = Omit<Row<'book_orders'>, 'search_text'>;

/** What is ticked off on the way of an order; each is free of the others. */
export const orderFlags = ['confirmed', 'paid', 'fulfilled'] as const;
export type OrderFlag = (typeof orderFlags)[number];

/** The furthest flag that is set. It is read from the flags: `order_status` never changes. */
export type OrderStep = 'new' | OrderFlag;

export const stepOf = (order: Pick<Order, OrderFlag>): OrderStep =>
  orderFlags.findLast((flag) => order[flag]) ?? 'new';

/** Blue for a new order, green once the money is in, grey for all else. */
export function toneOf(order: Pick<Order, OrderFlag>): PillTone {
  if (order.paid) return 'done';
  return stepOf(order) === 'new' ? 'new' : 'other';
}
