import * as z from 'zod/mini';
import { toMoroccoField } from '@/admin/kit/morocco-time';
import type { TFunction } from '@/shared/i18n';
import { formatDate } from '@/shared/i18n/format';
import type { Row } from '@/shared/api/rows';
import type { Order } from './order-flag';
import { endings } from './order-status';
import { reasonRule } from './order-reason';

export type Refund = Row<'book_order_refunds'>;

/** The fields of a refund for the preview of the e-mail. */
export type RefundDraft = Pick<
  Refund,
  'amount' | 'refunded_on' | 'method' | 'reason' | 'tell_reason'
>;

/** The ways in which money is given back. */
export const refundMethods = ['cash', 'bank_transfer', 'card', 'cheque'] as const;

type Paid = Pick<Order, 'paid' | 'total_amount' | 'refunded_amount' | 'order_status'>;

/** The amount that can still be refunded of a paid order that has ended, in the currency of the order. */
export function refundable(order: Paid): number {
  if (!order.paid || endings.every((ending) => ending !== order.order_status)) return 0;
  return hundredths(order.total_amount - order.refunded_amount);
}

/** Amounts have hundredths: the table keeps no more. */
const hundredths = (amount: number) => Math.round(amount * 100) / 100;

/** The day of a time in Morocco, as YYYY-MM-DD. */
export const dayOf = (time: string): string => toMoroccoField(time).slice(0, 10);

/** The schema of a refund, with translated messages. `today` is a day in Morocco. */
export function refundSchema(
  t: TFunction<['admin-orders', 'site']>,
  order: Paid & Pick<Order, 'created_at'>,
  today: string,
  mostText: string,
) {
  const most = t('refund.amountWrong', { most: mostText });
  const days = t('refund.dayWrong', { first: formatDate(order.created_at) });
  return z.object({
    // Empty is null, and text that is no number NaN.
    amount: z.pipe(
      z.nullable(z.number(most)),
      z.pipe(
        z.number(most),
        z.pipe(
          z.transform(hundredths),
          z.number().check(z.gt(0, most), z.lte(refundable(order), most)),
        ),
      ),
    ),
    refunded_on: z.string().check(
      z.refine((day) => /^\d{4}-\d{2}-\d{2}$/.test(day), days),
      z.refine((day) => day >= dayOf(order.created_at) && day <= today, days),
    ),
    method: z.enum(refundMethods),
    reason: reasonRule(t),
    mail: z.boolean(),
    tell_reason: z.boolean(),
    message: z.string().check(z.trim()),
  });
}
