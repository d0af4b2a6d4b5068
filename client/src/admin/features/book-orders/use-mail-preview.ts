import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { callFunction } from '@/shared/api/call-function';
import type { RefundDraft } from './order-refund';
import type { Ending } from './order-status';
import type { OrderEdit } from './use-edit-order';

/** An e-mail to the buyer that was not sent. */
export type OrderMail = {
  orderId: string;
  kind: `order_${Ending | 'changed' | 'refunded'}`;
  message: string;
  /** The corrections that the e-mail is about. */
  changes?: OrderEdit;
  /** The refund that the e-mail is about. */
  refund?: RefundDraft;
};

const preview = z.object({ subject: z.string(), html: z.string(), text: z.string() });

/** The e-mail as the buyer would get it. */
export const useMailPreview = (mail: OrderMail) =>
  useQuery({
    queryKey: ['book_orders', 'mail-preview', mail],
    queryFn: async () => {
      const { orderId, ...rest } = mail;
      return z.parse(
        preview,
        await callFunction('preview-order-mail', { order_id: orderId, ...rest }),
      );
    },
    staleTime: 0,
    gcTime: 0,
  });
