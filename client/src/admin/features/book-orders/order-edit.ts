import * as z from 'zod/mini';
import type { TFunction } from '@/shared/i18n';
import { normalisePhone } from '@/shared/ui/phone';
import { orderFields } from './new-order';
import type { Order } from './order-flag';
import { editionOf, editions } from './order-edition';
import type { OrderEdit } from './use-edit-order';

/** The schema of a correction, with translated messages. */
export const editSchema = (t: TFunction<'admin-orders'>) =>
  z.object({
    ...orderFields(t),
    edition: z.nullable(z.enum(editions)),
    mail: z.boolean(),
    message: z.string().check(z.trim()),
  });

type Schema = ReturnType<typeof editSchema>;
export type EditValues = z.input<Schema>;
export type Edited = z.output<Schema>;

/** The form values of an order. */
export const valuesOf = (order: Order): EditValues => ({
  buyer_name: order.buyer_name,
  buyer_email: order.buyer_email,
  buyer_phone: order.buyer_phone,
  shipping_address: order.shipping_address,
  shipping_city: order.shipping_city,
  shipping_postal_code: order.shipping_postal_code ?? '',
  quantity: order.quantity,
  total_amount: order.total_amount,
  edition: editionOf(order) ?? null,
  mail: false,
  message: '',
});

/** The columns that differ from the order; amounts are rounded to hundredths. */
export function changesOf(order: Order, values: Edited): OrderEdit {
  const phone = normalisePhone(values.buyer_phone);
  const postal = values.shipping_postal_code === '' ? null : values.shipping_postal_code;
  const total = Math.round(values.total_amount * 100) / 100;
  return {
    ...(values.buyer_name !== order.buyer_name && { buyer_name: values.buyer_name }),
    ...(values.buyer_email !== order.buyer_email && { buyer_email: values.buyer_email }),
    ...(phone !== normalisePhone(order.buyer_phone) && { buyer_phone: phone }),
    ...(values.shipping_address !== order.shipping_address && {
      shipping_address: values.shipping_address,
    }),
    ...(values.shipping_city !== order.shipping_city && { shipping_city: values.shipping_city }),
    ...(postal !== order.shipping_postal_code && { shipping_postal_code: postal }),
    ...(values.quantity !== order.quantity && { quantity: values.quantity }),
    ...(total !== order.total_amount && { total_amount: total }),
    ...(values.edition !== (editionOf(order) ?? null) && { edition: values.edition }),
  };
}
