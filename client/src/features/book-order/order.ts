import type { Insert } from '@/api/rows';
import { isLanguage, type Language } from '@/i18n/language';
import { textOf } from '@/ui/form-text';
import { normalisePhone } from '@/ui/phone';
import { defaultEdition, isEdition, type Edition } from './edition';

/** Identifies an order over all attempts (idempotency). Generated once per draft. */
export type OrderIdentity = {
  /** Primary key: a repeated submit is one order. */
  id: string;
  /** Stored with the id, so that a repeated submit shows the same order number. */
  number: string;
};

/** The values of the form as typed, saved for the session. */
export type OrderDraft = OrderIdentity & {
  name: string;
  email: string;
  phone: string;
  address: string;
  city: string;
  postalCode: string;
  edition: Edition;
  quantity: number;
  /** Of the page: the buyer's e-mails are in it. */
  language: Language;
};

const maxQuantity = 100;

/** The initial values: one copy. */
export const emptyDraft: OrderDraft = {
  id: '',
  number: '',
  name: '',
  email: '',
  phone: '',
  address: '',
  city: '',
  postalCode: '',
  edition: defaultEdition('en'),
  quantity: 1,
  language: 'en',
};

/** Parses a stored draft; missing fields are empty. */
export function parseDraft(stored: Record<string, unknown>): OrderDraft {
  const text = (field: string) => {
    const value = stored[field];
    return typeof value === 'string' ? value : '';
  };
  const { quantity } = stored;
  const language = isLanguage(stored['language']) ? stored['language'] : 'en';
  return {
    id: text('id'),
    number: text('number'),
    name: text('name'),
    email: text('email'),
    phone: text('phone'),
    address: text('address'),
    city: text('city'),
    postalCode: text('postalCode'),
    edition: asEdition(stored['edition'], language),
    quantity: typeof quantity === 'number' && quantity >= 1 ? quantity : 1,
    language,
  };
}

const asEdition = (value: unknown, language: Language): Edition =>
  isEdition(value) ? value : defaultEdition(language);

/** Parses a quantity: a whole number from 1 to 100; 1 for other texts. */
export function asQuantity(typed: string): number {
  const number = Number.parseInt(typed, 10);
  return Number.isNaN(number) ? 1 : Math.min(maxQuantity, Math.max(1, number));
}

/** The current values of the form. */
export function readDraft(
  data: FormData,
  { id, number, language }: OrderIdentity & Pick<OrderDraft, 'language'>,
): OrderDraft {
  return {
    id,
    number,
    name: textOf(data, 'name'),
    email: textOf(data, 'email'),
    phone: textOf(data, 'phone'),
    address: textOf(data, 'address'),
    city: textOf(data, 'city'),
    postalCode: textOf(data, 'postalCode'),
    edition: asEdition(textOf(data, 'edition'), language),
    quantity: asQuantity(textOf(data, 'quantity')),
    language,
  };
}

export type BookOrder = Insert<'book_orders'>;

/** The row of an order. The server computes total and states itself; the sent values are those shown. */
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
    language: draft.language,
  };
}
