import type { PillTone } from '@/shared/ui/pill';
import type { Row } from '@/shared/api/rows';
import { endings, isEnded, type Ending } from './order-status';

/** An order without its search column. */
export type Order = Omit<Row<'book_orders'>, 'search_text'>;

/** The columns of an Order. */
export const orderColumns =
  'id, order_number, buyer_name, buyer_email, buyer_phone, shipping_address, shipping_city, shipping_postal_code, quantity, total_amount, currency, payment_method, payment_status, order_status, confirmed, paid, fulfilled, edition, notes, language, paid_at, restocked, erased_at, refunded_amount, import_id, created_at, updated_at';

/** The progress flags of an order; they are independent. */
export const orderFlags = ['confirmed', 'paid', 'fulfilled'] as const;
export type OrderFlag = (typeof orderFlags)[number];

type Flags = Pick<Order, OrderFlag | 'order_status'>;

/** The final state of the order, or the furthest flag that is set. */
export type OrderStep = 'new' | OrderFlag | Ending | 'spam';

export const stepOf = (order: Flags): OrderStep =>
  [...endings, 'spam' as const].find((ending) => ending === order.order_status) ??
  orderFlags.findLast((flag) => order[flag]) ??
  'new';

/** Blue for a new order, green once the money is in, grey for all else. */
export function toneOf(order: Flags): PillTone {
  if (order.paid && !isEnded(order)) return 'done';
  return stepOf(order) === 'new' ? 'new' : 'other';
}

/** Inconsistent flags: shown as a hint, never enforced. */
export function warningsOf(
  order: Flags & Pick<Order, 'total_amount' | 'refunded_amount'>,
): ('paid' | 'fulfilled' | 'unpaid' | 'refund')[] {
  const { confirmed, paid, fulfilled } = order;
  if (isEnded(order)) {
    return paid && order.refunded_amount < order.total_amount ? ['refund'] : [];
  }
  const unconfirmed = fulfilled ? 'fulfilled' : 'paid';
  return [
    ...(!confirmed && (paid || fulfilled) ? ([unconfirmed] as const) : []),
    ...(fulfilled && !paid ? (['unpaid'] as const) : []),
  ];
}

export const paymentMethods = ['cash', 'card', 'bank_transfer', 'stripe'] as const;

/** The payment method; `cash` and `cod` both mean cash on delivery. */
export const methodOf = ({ payment_method: method }: { payment_method: string }) =>
  paymentMethods.find((each) => each === method) ?? 'cash';
