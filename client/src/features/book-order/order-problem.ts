import { asFailure } from '@/api/failures';

/** The fields of the form that the server may reject. */
export type OrderField =
  'name' | 'email' | 'phone' | 'address' | 'city' | 'postalCode' | 'quantity';

/** A rejected field, and the message key of the reason. */
export type OrderProblem = { field: OrderField; key: 'order.tooLong' | 'order.notAccepted' };

// Check constraints are named book_orders_<column>_<rule>.
const fields: Record<string, OrderField> = {
  buyer_name: 'name',
  buyer_email: 'email',
  buyer_phone: 'phone',
  shipping_address: 'address',
  shipping_city: 'city',
  shipping_postal_code: 'postalCode',
  address_given: 'address',
  quantity: 'quantity',
};

/** The field that a failure is about, by the name of the constraint; undefined if none. */
export function problemOf(failure: unknown): OrderProblem | undefined {
  if (failure === undefined) return undefined;
  const { kind, message } = asFailure(failure);
  const column = Object.keys(fields).find((name) => message.includes(`book_orders_${name}`));
  const field = column === undefined ? undefined : fields[column];
  if (field === undefined) return undefined;
  return { field, key: kind === 'tooLong' ? 'order.tooLong' : 'order.notAccepted' };
}
