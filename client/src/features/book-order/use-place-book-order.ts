import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sb } from '../../api/client';
import { orderOf, type BookOrder, type OrderDraft } from './order';
import { orderNumber } from './order-number';
import { placeOrder } from './place-order';

type Placement = { draft: OrderDraft; priceMad: number };

// No .select(): a visitor may write an order and read none, not even this one.
async function insertOrder(order: BookOrder) {
  const client = await sb();
  return client.from('book_orders').insert(order);
}

const place = ({ draft, priceMad }: Placement) => {
  const own = [draft.number];
  return placeOrder(
    insertOrder,
    (number) => orderOf(draft, number, priceMad),
    () => own.pop() ?? orderNumber(Date.now(), Math.random),
  );
};

/** Places an order and resolves to its number; afterwards the copies left are asked for again. */
export function usePlaceBookOrder() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: place,
    networkMode: 'always', // an offline press must fail in words, not wait in silence
    onSuccess: () => queries.invalidateQueries({ queryKey: ['settings'] }),
  });
}
