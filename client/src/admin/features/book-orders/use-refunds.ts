import { useMutation, useQuery } from '@tanstack/react-query';
import { sb } from '@/shared/api/client';
import { asFailure, unwrap } from '@/shared/api/failures';
import { insertIdempotent } from '@/shared/api/insert-idempotent';
import type { Insert } from '@/shared/api/rows';
import type { Refund } from './order-refund';
import { useRefreshOrders } from './use-order-changes';

/** The refunds of an order, newest first. */
export function useRefunds(orderId: string) {
  return useQuery({
    queryKey: ['book_order_refunds', orderId],
    queryFn: async (): Promise<Refund[]> => {
      const client = await sb();
      const answer = await client
        .from('book_order_refunds')
        .select('*')
        .eq('order_id', orderId)
        .order('created_at', { ascending: false })
        .limit(100);
      return unwrap(answer);
    },
    staleTime: 0,
  });
}

/** Enters a refund. Its id is that of the form, so that it is stored once. What is shown is refetched in either case. */
export function useAddRefund() {
  const refreshOrders = useRefreshOrders();
  return useMutation({
    networkMode: 'always',
    mutationFn: (refund: Insert<'book_order_refunds'> & { id: string }) =>
      insertIdempotent((client) => client.from('book_order_refunds').insert(refund)),
    onSettled: refreshOrders,
  });
}

/** Takes a refund back that was entered by mistake. The server writes the time and who did it. */
export function useWithdrawRefund() {
  const refreshOrders = useRefreshOrders();
  return useMutation({
    networkMode: 'always',
    mutationFn: async (id: string) => {
      const client = await sb();
      const { error, status } = await client
        .from('book_order_refunds')
        .update({ withdrawn_at: new Date().toISOString() })
        .eq('id', id);
      if (error !== null) throw asFailure(error, status);
    },
    onSettled: refreshOrders,
  });
}
