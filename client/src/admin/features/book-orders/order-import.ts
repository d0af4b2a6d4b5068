import { decimalNumber, wholeNumber } from '@/admin/kit/form/numbers';
import { dateIn, keyFor } from '@/admin/kit/import/read-cell';
import { cellOf, type ImportTable, type Mapping } from '@/admin/kit/import/read-table';
import { emailFormat } from '@/shared/ui/email-format';
import { phoneNumber } from '@/shared/ui/phone';
import { editions } from './order-edition';
import { paymentMethods, type Order } from './order-flag';
import {
  answerWords,
  currencyWords,
  editionWords,
  importStates,
  methodWords,
  stateWords,
  type ImportState,
  type OrderField,
} from './order-import-words';

/** The problem of a cell: a message key. */
type OrderProblemName =
  | 'required'
  | 'number'
  | 'twice'
  | 'date'
  | 'future'
  | 'early'
  | 'email'
  | 'phone'
  | 'long'
  | 'edition'
  | 'quantity'
  | 'total'
  | 'currency'
  | 'method'
  | 'answer'
  | 'state'
  | 'clash'
  | 'paidBefore';

type OrderProblem = {
  line: number;
  field: OrderField;
  value: string;
  problem: OrderProblemName;
};

/** An order as public.import_orders takes it. The database fills in null. */
export type OrderRecord = Pick<
  Order,
  | 'buyer_name'
  | 'buyer_email'
  | 'buyer_phone'
  | 'shipping_address'
  | 'shipping_city'
  | 'shipping_postal_code'
  | 'quantity'
  | 'payment_method'
  | 'order_status'
  | 'confirmed'
  | 'paid'
  | 'fulfilled'
  | 'paid_at'
  | 'edition'
  | 'notes'
> & {
  line: number;
  order_number: string | null;
  created_at: string | null;
  /** Null: copies times the price in the settings. */
  total_amount: number | null;
};

export type CheckedOrders = { records: OrderRecord[]; problems: OrderProblem[] };

// The check constraints of the table.
const numberFormat = /^BO[0-9]{14,16}$/;
const longest = [
  ['buyer_name', 200],
  ['shipping_address', 500],
  ['shipping_city', 200],
  ['shipping_postal_code', 20],
  ['notes', 10_000],
] as const;
const earliest = new Date('2000-01-01T00:00:00Z');

/** Checks each line. A line with a problem is not imported. `now` bounds the dates. */
export function checkOrders(
  { lines }: ImportTable,
  mapping: Mapping<OrderField>,
  now: Date,
): CheckedOrders {
  const checked: CheckedOrders = { records: [], problems: [] };
  const numbers = new Set<string>();
  for (const given of lines) {
    const { line } = given;
    const text = (field: OrderField) => cellOf(given, mapping, field);
    const record = checkLine(line, text, now, (field, problem) =>
      checked.problems.push({ line, field, value: text(field), problem }),
    );
    const number = text('order_number');
    if (number !== '' && numbers.has(number)) {
      checked.problems.push({ line, field: 'order_number', value: number, problem: 'twice' });
    } else if (record !== undefined) checked.records.push(record);
    numbers.add(number);
  }
  return checked;
}

type Note = (field: OrderField, problem: OrderProblemName) => void;

// 80 lines: the fields one after the other, each with its rule and its problem.
function checkLine(
  line: number,
  text: (field: OrderField) => string,
  now: Date,
  note: Note,
): OrderRecord | undefined {
  let isGood = true;
  const refuse: Note = (field, problem) => {
    isGood = false;
    note(field, problem);
  };
  /** The value that a cell stands for; `empty` for an empty cell. */
  const read = <Value>(
    field: OrderField,
    problem: OrderProblemName,
    empty: Value,
    parse: (cell: string) => Value | undefined,
  ): Value => {
    const cell = text(field);
    if (cell === '') return empty;
    const value = parse(cell);
    if (value !== undefined) return value;
    refuse(field, problem);
    return empty;
  };
  const moment = (field: 'created_at' | 'paid_at') =>
    read<Date | null>(field, 'date', null, (cell) => dateIn(cell) ?? undefined);
  const answer = (field: 'confirmed' | 'paid' | 'fulfilled') =>
    read<'yes' | 'no' | undefined>(field, 'answer', undefined, (cell) =>
      keyFor(answerWords, ['yes', 'no'], cell),
    );

  for (const field of ['buyer_name', 'buyer_email', 'buyer_phone'] as const) {
    if (text(field) === '') refuse(field, 'required');
  }
  for (const [field, most] of longest) {
    if (text(field).length > most) refuse(field, 'long');
  }
  const order_number = read<string | null>('order_number', 'number', null, (cell) =>
    numberFormat.test(cell) ? cell : undefined,
  );
  const buyer_email = read('buyer_email', 'email', '', (cell) =>
    emailFormat.test(cell) ? cell : undefined,
  );
  const buyer_phone = read('buyer_phone', 'phone', '', phoneNumber);
  const quantity = read('quantity', 'quantity', 1, (cell) => inRange(wholeNumber(cell), 1, 1000));
  const total_amount = read<number | null>('total_amount', 'total', null, (cell) =>
    inRange(amountIn(cell), 0, 99_999_999),
  );
  read('currency', 'currency', 'MAD', (cell) => keyFor(currencyWords, ['MAD'], cell));
  const payment_method = read('payment_method', 'method', 'cash' as const, (cell) =>
    keyFor(methodWords, paymentMethods, cell),
  );
  const edition = read<OrderRecord['edition']>('edition', 'edition', null, (cell) =>
    keyFor(editionWords, editions, cell),
  );
  const created = moment('created_at');
  const paidAt = moment('paid_at');
  for (const [field, date] of [
    ['created_at', created],
    ['paid_at', paidAt],
  ] as const) {
    if (date !== null && date > now) refuse(field, 'future');
    if (date !== null && date < earliest) refuse(field, 'early');
  }
  if (paidAt !== null && paidAt < (created ?? now)) refuse('paid_at', 'paidBefore');
  const state = read<ImportState | undefined>('order_status', 'state', undefined, (cell) =>
    keyFor(stateWords, importStates, cell),
  );
  const flags = flagsOf(state, {
    confirmed: answer('confirmed'),
    paid: answer('paid') ?? (paidAt === null ? undefined : 'yes'),
    fulfilled: answer('fulfilled'),
  });
  if (flags === undefined || (!flags.paid && paidAt !== null)) refuse('order_status', 'clash');
  if (!isGood || flags === undefined) return undefined;
  return {
    line,
    order_number,
    created_at: created?.toISOString() ?? null,
    buyer_name: text('buyer_name'),
    buyer_email,
    buyer_phone,
    shipping_address: text('shipping_address'),
    shipping_city: text('shipping_city'),
    shipping_postal_code: text('shipping_postal_code') || null,
    quantity,
    total_amount,
    payment_method,
    ...flags,
    paid_at: paidAt?.toISOString() ?? null,
    edition,
    notes: text('notes') || null,
  };
}

const inRange = (value: number | null, least: number, most: number) =>
  value !== null && value >= least && value <= most ? value : undefined;

/** An amount, with or without a currency and separators of thousands: 1 234,50 MAD, 1,234.50 or 558. */
function amountIn(cell: string): number | null {
  const plain = cell.replace(/\s*(?:MAD|DHS?|درهم)\.?$/iu, '');
  const grouped = /^\d{1,3}(?:,\d{3})+\.\d+$/.test(plain) ? plain.replaceAll(',', '') : plain;
  const amount = decimalNumber(grouped);
  return amount === null ? null : Math.round(amount * 100) / 100;
}

type Answer = 'yes' | 'no' | undefined;
type Flags = Pick<OrderRecord, 'order_status' | 'confirmed' | 'paid' | 'fulfilled'>;

/**
 * The flags of an order in a state, where the columns say something else undefined. Without a state the columns
 * decide. What was sent was confirmed, unless the column says no.
 */
export function flagsOf(
  state: ImportState | undefined,
  said: { confirmed: Answer; paid: Answer; fulfilled: Answer },
): Flags | undefined {
  const isSent = state === 'fulfilled' || state === 'refused' || state === 'returned';
  if (said.fulfilled === (isSent ? 'no' : 'yes') && state !== undefined) return undefined;
  const fulfilled = isSent || said.fulfilled === 'yes';
  if (state === 'paid' && said.paid === 'no') return undefined;
  const paid = state === 'paid' || said.paid === 'yes';
  const isUnconfirmed = state === 'new' || state === 'spam';
  if (said.confirmed === 'yes' && isUnconfirmed) return undefined;
  if (said.confirmed === 'no' && state === 'confirmed') return undefined;
  const isAssumed = state === 'confirmed' || state === 'paid' || fulfilled;
  const confirmed = said.confirmed === undefined ? isAssumed : said.confirmed === 'yes';
  const open = fulfilled ? 'fulfilled' : confirmed ? 'confirmed' : 'new';
  const order_status = state === undefined || state === 'paid' ? open : state;
  return { order_status, confirmed, paid, fulfilled };
}
