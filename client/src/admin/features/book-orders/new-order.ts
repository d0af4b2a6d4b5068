import * as z from 'zod/mini';
import type { TFunction } from '@/shared/i18n';
import { languages } from '@/shared/i18n/language';
import { normalisePhone } from '@/shared/ui/phone';
import type { Insert } from '@/shared/api/rows';
import { editions } from './order-edition';
import { paymentMethods } from './order-flag';

/** The fields that a new order and a correction share, with translated messages. */
export function orderFields(t: TFunction<'admin-orders'>) {
  const required = z.string().check(z.trim(), z.minLength(1, t('add.required')));
  const text = z.string().check(z.trim());
  return {
    buyer_name: required,
    // The check constraint of the table; an empty value has its own message.
    buyer_email: required.check(z.regex(/^$|^[^@\s]{1,64}@[^@\s]{1,255}$/, t('add.email'))),
    buyer_phone: required,
    shipping_address: text,
    shipping_city: text,
    shipping_postal_code: text,
    quantity: z
      .number(t('add.quantity'))
      .check(z.int(t('add.quantity')), z.gte(1, t('add.quantity')), z.lte(1000, t('add.quantity'))),
    // Empty until the price is known.
    total_amount: z.pipe(
      z.nullable(z.number(t('add.total'))),
      z.number(t('add.total')).check(z.gte(0, t('add.total')), z.lte(99_999_999, t('add.total'))),
    ),
  };
}

/** The schema of a new order. */
export const newOrderSchema = (t: TFunction<'admin-orders'>) =>
  z.object({
    ...orderFields(t),
    payment_method: z.enum(paymentMethods),
    edition: z.enum(editions),
    language: z.nullable(z.enum(languages)),
    notes: z.string().check(z.trim()),
  });

type Schema = ReturnType<typeof newOrderSchema>;
export type NewOrder = z.output<Schema>;

/** The default values: one copy, in French, cash on delivery; no e-mails to the buyer. */
export const emptyOrder: z.input<Schema> = {
  buyer_name: '',
  buyer_email: '',
  buyer_phone: '',
  shipping_address: '',
  shipping_city: '',
  shipping_postal_code: '',
  quantity: 1,
  total_amount: null,
  payment_method: 'cash',
  edition: 'fr',
  language: null,
  notes: '',
};

/** Converts the form values to a row. Amounts are rounded to hundredths. */
export function rowOf({ notes, total_amount: total, ...order }: NewOrder): Insert<'book_orders'> {
  return {
    ...order,
    buyer_phone: normalisePhone(order.buyer_phone),
    shipping_postal_code: order.shipping_postal_code === '' ? null : order.shipping_postal_code,
    total_amount: Math.round(total * 100) / 100,
    notes: notes === '' ? null : notes,
  };
}
