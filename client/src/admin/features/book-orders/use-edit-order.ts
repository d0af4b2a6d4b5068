import { useMutation, useQuery } from '@tanstack/react-query';
import { sb } from '@/shared/api/client';
import { Failure, asFailure, unwrap } from '@/shared/api/failures';
import { writeUnlessChanged } from '@/admin/kit/rows/write-unless-changed';
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
  'edition',
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

async function fetchOrder(id: string): Promise<Order | undefined> {
  const client = await sb();
  return unwrap(await client.from('book_orders').select(orderColumns).eq('id', id))[0];
}

/** The order as it is stored, without optimistic updates: a form compares with it. */
export const useStoredOrder = (id: string) =>
  useQuery({
    queryKey: ['book_orders', 'stored', id],
    queryFn: async () => {
      const order = await fetchOrder(id);
      if (order === undefined) throw new Failure('refused', '', 'no row was shown');
      return order;
    },
    staleTime: 0,
    gcTime: 0,
  });

/**
 * Saves corrections, unless somebody else has changed one of the same columns since the form has shown
 * them: see writeUnlessChanged. The server compares the version.
 */
async function editOrder({ shown, changes, mail = false, message = null }: Edit): Promise<void> {
  const client = await sb();
  await writeUnlessChanged({
    shown,
    columns: Object.keys(changes),
    fetchStored: () => fetchOrder(shown.id),
    write: async (known) => {
      const { error, status } = await client.rpc('edit_order', {
        order_id: known.id,
        known: known.updated_at,
        changes,
        mail,
        ...(message !== null && { message }),
      });
      if (error === null) return true;
      const failure = asFailure(error, status);
      if (failure.kind === 'conflict') return null;
      throw failure;
    },
  });
}

/** Corrects an order. What is shown is refetched, also after a conflict. */
export function useEditOrder() {
  const refreshOrders = useRefreshOrders();
  return useMutation({
    networkMode: 'always',
    mutationFn: editOrder,
    onSettled: refreshOrders,
  });
}
