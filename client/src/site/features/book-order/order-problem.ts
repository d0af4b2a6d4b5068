import { asFailure } from '@/shared/api/failures';
import { columnOf, orderFields, type OrderField } from './order';

/** A rejected field, and the message key of the reason. */
export type OrderProblem = { field: OrderField; key: 'order.tooLong' | 'order.notAccepted' };

/** The field that a failure is about, by the name of the constraint; undefined if none. */
export function problemOf(failure: unknown): OrderProblem | undefined {
  if (failure === undefined) return undefined;
  const { kind, message } = asFailure(failure);
  // Check constraints are named book_orders_<column>_<rule>, that of the whole address address_given.
  const field = message.includes('book_orders_address_given')
    ? 'address'
    : orderFields.find((name) => message.includes(`book_orders_${columnOf(name)}`));
  if (field === undefined) return undefined;
  return { field, key: kind === 'tooLong' ? 'order.tooLong' : 'order.notAccepted' };
}
