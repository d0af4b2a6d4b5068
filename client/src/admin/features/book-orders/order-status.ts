import type { Order } from './order-flag';
import type { Row } from '@/shared/api/rows';

/** A row of the history of an order. */
export type OrderChange = Row<'book_order_changes'>;

export const endings = ['cancelled', 'refused', 'returned'] as const;
/** The final states of an order that a person has placed. */
export type Ending = (typeof endings)[number];

/** All states of an order. The first three follow from its flags. */
export const orderStates = ['new', 'confirmed', 'fulfilled', ...endings, 'spam'] as const;

type Status = Pick<Order, 'order_status'>;

/** An order that is ended is delivered no more; its flags are fixed. */
export const isEnded = ({ order_status: status }: Status): boolean =>
  status === 'spam' || endings.some((ending) => ending === status);

/** Address, edition, copies and total can be edited until the order is sent. */
export const isEditable = ({ order_status: status }: Status): boolean =>
  status === 'new' || status === 'confirmed';

/** The next final states: before it is sent, and after. */
export function endingsOf({ order_status: status }: Status): readonly Ending[] {
  if (status === 'fulfilled') return ['refused', 'returned'];
  return isEditable({ order_status: status }) ? ['cancelled'] : [];
}
