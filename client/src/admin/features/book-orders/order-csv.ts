import type { CsvColumn } from '@/admin/kit/csv';
import type { TFunction } from '@/shared/i18n';
import { methodOf, orderFlags, stepOf, type Order } from './order-flag';
import { editionOf } from './order-edition';

/** The columns of the CSV export, with translated headers. */
export function orderCsv(t: TFunction<'admin-orders'>): CsvColumn<Order>[] {
  return [
    { head: t('fields.number'), value: (order) => order.order_number },
    { head: t('export.ordered'), value: (order) => ({ time: order.created_at }) },
    { head: t('fields.buyer'), value: (order) => order.buyer_name },
    { head: t('fields.email'), value: (order) => order.buyer_email },
    { head: t('fields.phone'), value: (order) => order.buyer_phone },
    { head: t('add.street'), value: (order) => order.shipping_address },
    { head: t('add.postal'), value: (order) => order.shipping_postal_code },
    { head: t('fields.city'), value: (order) => order.shipping_city },
    { head: t('add.edition'), value: (order) => edition(order, t) },
    { head: t('fields.quantity'), value: (order) => order.quantity },
    { head: t('export.ordered_amount'), value: (order) => order.total_amount },
    { head: t('export.paid_amount'), value: (order) => (order.paid ? order.total_amount : 0) },
    { head: t('refund.refunded'), value: (order) => order.refunded_amount },
    { head: t('export.currency'), value: (order) => order.currency },
    { head: t('fields.payment'), value: (order) => t(`methods.${methodOf(order)}`) },
    ...orderFlags.map((flag) => ({
      head: t(`flags.${flag}`),
      value: (order: Order) => (order[flag] ? t('export.yes') : t('export.no')),
    })),
    { head: t('export.state'), value: (order) => t(`steps.${stepOf(order)}`) },
    { head: t('export.paid_at'), value: (order) => ({ time: order.paid_at }) },
    { head: t('notes.title'), value: (order) => order.notes },
  ];
}

function edition(order: Order, t: TFunction<'admin-orders'>): string {
  const wanted = editionOf(order);
  return wanted === undefined ? '' : t(`editions.${wanted}`);
}
