import type { Insert } from '../../api/rows';
import { textOf } from '../../ui/form-text';
import { normalisePhone } from '../../ui/phone';

export const editions = ['fr', 'ar'] as const;
export type Edition = (typeof editions)[number];

/** What makes an order the same one over every attempt. Made once for each slip. */
export type OrderIdentity = {
  /** The id of its row: a repeated submit is one order. */
  id: string;
  /** Kept like the id, so that a repeated submit thanks with the number that was stored. */
  number: string;
};

/** What the form holds, as typed; kept for the session so that a reload loses nothing. */
export type OrderDraft = OrderIdentity & {
  name: string;
  email: string;
  phone: string;
  address: string;
  city: string;
  postalCode: string;
  edition: Edition;
  quantity: number;
};

export const maxQuantity = 100;

/** A slip that nobody wrote on: one copy, in French unless the buyer says otherwise. */
export const emptyDraft: OrderDraft = {
  id: '',
  number: '',
  name: '',
  email: '',
  phone: '',
  address: '',
  city: '',
  postalCode: '',
  edition: 'fr',
  quantity: 1,
};

/** A slip as some storage gave it back; what an older form did not have is empty. */
export function draftFrom(stored: Record<string, unknown>): OrderDraft {
  const text = (field: string) => {
    const value = stored[field];
    return typeof value === 'string' ? value : '';
  };
  const quantity = stored['quantity'];
  return {
    id: text('id'),
    number: text('number'),
    name: text('name'),
    email: text('email'),
    phone: text('phone'),
    address: text('address'),
    city: text('city'),
    postalCode: text('postalCode'),
    edition: text('edition') === 'ar' ? 'ar' : 'fr',
    quantity: typeof quantity === 'number' && quantity >= 1 ? quantity : 1,
  };
}

/** Copies as a whole number from 1 to 100, whatever was typed. */
export function asQuantity(typed: string): number {
  const number = Number.parseInt(typed, 10);
  return Number.isNaN(number) ? 1 : Math.min(maxQuantity, Math.max(1, number));
}

/** Reads the form of a slip as it stands. */
export function readDraft(data: FormData, { id, number }: OrderIdentity): OrderDraft {
  return {
    id,
    number,
    name: textOf(data, 'name'),
    email: textOf(data, 'email'),
    phone: textOf(data, 'phone'),
    address: textOf(data, 'address'),
    city: textOf(data, 'city'),
    postalCode: textOf(data, 'postalCode'),
    edition: textOf(data, 'edition') === 'ar' ? 'ar' : 'fr',
    quantity: asQuantity(textOf(data, 'quantity')),
  };
}

export type BookOrder = Insert<'book_orders'>;

/** The row of an order. The server reckons the total and the states again; what is sent is what was shown. */
export function orderOf(draft: OrderDraft, number: string, priceMad: number): BookOrder {
  return {
    id: draft.id,
    order_number: number,
    buyer_name: draft.name,
    buyer_email: draft.email,
    buyer_phone: normalisePhone(draft.phone),
    shipping_address: draft.address,
    shipping_city: draft.city,
    shipping_postal_code: draft.postalCode === '' ? null : draft.postalCode,
    quantity: draft.quantity,
    total_amount: draft.quantity * priceMad,
    currency: 'MAD',
    payment_method: 'cash',
    payment_status: 'pending',
    order_status: 'new',
    confirmed: false,
    paid: false,
    fulfilled: false,
    notes: draft.edition,
  };
}
