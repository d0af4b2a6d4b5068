import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { sb } from '@/shared/api/client';
import { unwrap } from '@/shared/api/failures';
import { insertIdempotent } from '@/shared/api/insert-idempotent';
import { refresh } from '@/admin/kit/rows/cached-rows';
import { newId } from '@/shared/ui/new-id';
import type { Insert } from '@/shared/api/rows';
import type { OrderChange } from './order-status';

/** The relations that show the state of an order. */
const shownIn = [
  'book_orders',
  'book_order_search',
  'book_order_changes',
  'book_order_refunds',
  'form_submissions',
  'audit_log',
] as const;

/** The history of an order, newest first. */
export function useOrderChanges(id: string) {
  return useQuery({
    queryKey: ['book_order_changes', id],
    queryFn: () => fetchChanges(id),
    staleTime: 0,
  });
}

async function fetchChanges(id: string): Promise<OrderChange[]> {
  const client = await sb();
  const answer = await client
    .from('book_order_changes')
    .select('*')
    .eq('order_id', id)
    .order('created_at', { ascending: false })
    .limit(100);
  return unwrap(answer);
}

/**
 * Ends or reopens an order. Throws a Failure, of the kind `conflict` where the order is in another state by
 * now. What is shown is refetched in either case.
 */
export function useChangeOrder() {
  const queries = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: (change: Insert<'book_order_changes'>) => {
      const row = { id: newId(), ...change };
      return insertIdempotent((client) => client.from('book_order_changes').insert(row));
    },
    onSettled: () => refresh(queries, shownIn),
  });
}

/** Refetches whatever shows an order. */
export function useRefreshOrders() {
  const queries = useQueryClient();
  return () => refresh(queries, shownIn);
}
