import type { Insert } from '@/shared/api/rows';
import { isLanguage, type Language } from '@/shared/i18n/language';
import { textOf } from '@/shared/ui/form-text';
import { normalisePhone } from '@/shared/ui/phone';
import { defaultEdition, isEdition, type Edition } from './edition';

/** Identifies an order over all attempts (idempotency). Generated once per draft. */
export type OrderIdentity = {
  /** Primary key: a repeated submit is one order. */
  id: string;
  /** Stored with the id, so that a repeated submit shows the same order number. */
  number: string;
};

export type BookOrder = Insert<'book_orders'>;

const maxQuantity = 100;

/** A whole number from 1 to 100; 1 for another value. */
export function asQuantity(value: unknown): number {
  const number = Number.parseInt(String(value), 10);
  return Number.isNaN(number) ? 1 : Math.min(maxQuantity, Math.max(1, number));
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

const asEdition = (value: unknown, language: Language): Edition =>
  isEdition(value) ? value : defaultEdition(language);

/**
 * A field: its column, how a typed or stored value is parsed (undefined if it is missing), and what is
 * written to the column.
 */
const field = <Column extends keyof BookOrder, Value>(
  column: Column,
  parse: (value: unknown, language: Language) => Value,
  write: (value: Value) => Required<BookOrder>[Column],
) => ({
  column,
  parse,
  write: (value: unknown, language: Language) => write(parse(value, language)),
});

const same = <T>(value: T): T => value;

/** The fields of the form. The draft, its parsing and the row of the order follow from this list. */
const fields = {
  name: field('buyer_name', asText, same),
  email: field('buyer_email', asText, same),
  phone: field('buyer_phone', asText, normalisePhone),
  address: field('shipping_address', asText, same),
  city: field('shipping_city', asText, same),
  postalCode: field('shipping_postal_code', asText, (text) => (text === '' ? null : text)),
  edition: field('edition', asEdition, same),
  quantity: field('quantity', asQuantity, same),
};

type Fields = typeof fields;
type OrderValues = { [Name in keyof Fields]: ReturnType<Fields[Name]['parse']> };
type OrderColumns = {
  [Name in keyof Fields as Fields[Name]['column']]: ReturnType<Fields[Name]['write']>;
};

/** The name of a field in the form. */
export type OrderField = keyof Fields;

/** The values of the form as typed, saved for the session. */
export type OrderDraft = OrderIdentity &
  OrderValues & {
    /** Of the page: the buyer's e-mails are in it. */
    language: Language;
  };

// The overloads give the objects, which are built from the list, the types that follow from it.
function parseFields(read: (name: string) => unknown, language: Language): OrderValues;
function parseFields(read: (name: string) => unknown, language: Language): object {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { parse }]) => [name, parse(read(name), language)]),
  );
}

function columnsOf(draft: OrderDraft): OrderColumns;
function columnsOf(draft: OrderDraft & Record<string, unknown>): object {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { column, write }]) => [
      column,
      write(draft[name], draft.language),
    ]),
  );
}

const isField = (name: string): name is OrderField => Object.hasOwn(fields, name);

/** The names of the fields. */
export const orderFields: readonly OrderField[] = Object.keys(fields).filter(isField);

/** The column of a field. */
export const columnOf = (name: OrderField): keyof BookOrder => fields[name].column;

/** Parses a stored draft; missing fields are empty. */
export function parseDraft(stored: Record<string, unknown>): OrderDraft {
  const language = isLanguage(stored['language']) ? stored['language'] : 'en';
  return {
    id: asText(stored['id']),
    number: asText(stored['number']),
    ...parseFields((name) => stored[name], language),
    language,
  };
}

/** The initial values: one copy. */
export const emptyDraft: OrderDraft = parseDraft({});

/** The current values of the form. */
export const readDraft = (
  data: FormData,
  { id, number, language }: OrderIdentity & Pick<OrderDraft, 'language'>,
): OrderDraft => ({
  id,
  number,
  ...parseFields((name) => textOf(data, name), language),
  language,
});

/** The row of an order. The server computes total and states itself; the sent values are those shown. */
export const orderOf = (draft: OrderDraft, number: string, priceMad: number): BookOrder => ({
  id: draft.id,
  order_number: number,
  ...columnsOf(draft),
  total_amount: draft.quantity * priceMad,
  currency: 'MAD',
  payment_method: 'cash',
  payment_status: 'pending',
  order_status: 'new',
  confirmed: false,
  paid: false,
  fulfilled: false,
  language: draft.language,
});
