import { useMutation, useQuery } from '@tanstack/react-query';
import { sb } from '@/api/client';
import { Failure, asFailure, unwrap } from '@/api/failures';
import { orderColumns, type Order } from './order-flag';
import { useRefreshOrders } from './use-order-changes';

/** The columns that a correction can change. */
export const editedColumns = [
  'buyer_name',
  'buyer_email',
  'buyer_phone',
  'shipping_address',
  'shipping_city',
  'shipping_postal_code',
  'quantity',
  'total_amount',
  'notes',
] as const;

export type OrderEdit = Partial<Pick<Order, (typeof editedColumns)[number]>>;

type Edit = {
  /** The order as the form has shown it. */
  shown: Order;
  changes: OrderEdit;
  /** Whether the buyer is told by e-mail, with the words of the admin. */
  mail?: boolean;
  message?: string | null;
};

async function fetchOrder(id: string): Promise<Order> {
  const client = await sb();
  const answer = await client
    .from('book_orders')
    .select(orderColumns)
    .eq('id', id)
    .overrideTypes<Order[], { merge: false }>();
  const [order] = unwrap(answer);
  if (order === undefined) throw new Failure('refused', '', 'no row was shown');
  return order;
}

/** The order as it is stored, without optimistic updates: a form compares with it. */
export const useStoredOrder = (id: string) =>
  useQuery({
    queryKey: ['book_orders', 'stored', id],
    queryFn: () => fetchOrder(id),
    staleTime: 0,
    gcTime: 0,
  });

const maxAttempts = 3;

/**
 * Saves corrections, unless somebody else has changed one of the same columns since the form has shown
 * them: then it throws a Failure of the kind `conflict`. Other changes of the order, such as its flags, do not
 * matter. The server compares the version, so that nothing is lost between the two.
 */
async function editOrder({ shown, changes, mail = false, message = null }: Edit): Promise<void> {
  const client = await sb();
  for (let attempt = 1; ; attempt += 1) {
    // Each attempt depends on the answer to the last.
    // oxlint-disable-next-line no-await-in-loop
    const stored = await fetchOrder(shown.id);
    if (!isUnchanged(stored, shown, changes)) {
      throw new Failure('conflict', '', 'somebody else changed the same');
    }
    // oxlint-disable-next-line no-await-in-loop
    const { error, status } = await client.rpc('edit_order', {
      order_id: shown.id,
      known: stored.updated_at,
      changes,
      mail,
      ...(message !== null && { message }),
    });
    if (error === null) return;
    const failure = asFailure(error, status);
    if (failure.kind !== 'conflict' || attempt === maxAttempts) throw failure;
  }
}

const isUnchanged = (stored: Order, shown: Order, changes: OrderEdit): boolean =>
  editedColumns.every((column) => !(column in changes) || stored[column] === shown[column]);

/** Corrects an order. What is shown is refetched, also after a conflict. */
export function useEditOrder() {
  const refreshOrders = useRefreshOrders();
  return useMutation({
    networkMode: 'always',
    mutationFn: editOrder,
    onSettled: refreshOrders,
  });
}
