import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { sb } from '../../api/client';
import { asFailure, Failure, type ApiError } from '../../api/failures';
import type { Update } from '../../api/rows';
import type { OrderFlag } from './order-flag';
import { ordersKey, type OrderPage } from './use-book-orders';

export type FlagChange = { id: string; flag: OrderFlag; value: boolean };

async function setFlag({ id, flag, value }: FlagChange): Promise<void> {
  const client = await sb();
  const change: Update<'book_orders'> = { updated_at: new Date().toISOString() };
  change[flag] = value;
  const answer = await client.from('book_orders').update(change, { count: 'exact' }).eq('id', id);
  refuseNothing(answer);
}

// Row policies hide what one may not change, so a change of no row is a refusal without an error.
function refuseNothing(answer: { error: ApiError | null; count: number | null; status: number }) {
  if (answer.error !== null) throw asFailure(answer.error, answer.status);
  if (answer.count === 0) throw new Failure('refused', '', 'no order was changed');
}

/** Shows the flag in every page of orders that is in memory. Other flags are left as they are. */
function show(queries: QueryClient, { id, flag, value }: FlagChange): void {
  queries.setQueriesData<OrderPage>({ queryKey: ordersKey }, (page) =>
    page === undefined
      ? page
      : {
          ...page,
          orders: page.orders.map((order) =>
            order.id === id ? { ...order, [flag]: value } : order,
          ),
        },
  );
}

/**
 * Sets one flag: shown at once, taken back when the server refuses. An order that no longer fits
 * the filter stays where it is until the list is asked for anew: rows do not run from under the hand.
 */
export function useToggleOrderFlag(onFailure: (error: unknown, change: FlagChange) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: setFlag,
    networkMode: 'always', // an offline press must fail in words, not wait in silence
    onMutate: async (change) => {
      await queries.cancelQueries({ queryKey: ordersKey });
      show(queries, change);
    },
    onError: (error, change) => {
      show(queries, { ...change, value: !change.value });
      onFailure(error, change);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ordersKey, refetchType: 'none' }),
  });
}
