import { asFailure } from '../../api/failures';

/** The fields of the slip that the server may find fault with. */
export type OrderField = 'name' | 'email' | 'phone' | 'address' | 'city' | 'postalCode';

/** A field that was refused, and the key that says why. */
export type OrderProblem = { field: OrderField; key: 'order.tooLong' | 'order.notAccepted' };

// The table's checks are named book_orders_<column>_<what>.
const fields: Record<string, OrderField> = {
  buyer_name: 'name',
  buyer_email: 'email',
  buyer_phone: 'phone',
  shipping_address: 'address',
  shipping_city: 'city',
  shipping_postal_code: 'postalCode',
  address_given: 'address',
};

/** The field that a failure is about; undefined where it is about none, or about all of them. */
export function problemOf(failure: unknown): OrderProblem | undefined {
  if (failure === undefined) return undefined;
  const { kind, message } = asFailure(failure);
  const column = Object.keys(fields).find((name) => message.includes(`book_orders_${name}`));
  const field = column === undefined ? undefined : fields[column];
  if (field === undefined) return undefined;
  return { field, key: kind === 'tooLong' ? 'order.tooLong' : 'order.notAccepted' };
}
