import { useMutation, useQueryClient } from '@tanstack/react-query';
import { asFailure } from '@/shared/api/failures';
import { publicQuery } from '@/shared/api/public-data';
import { insertOrder } from './place-order';
import type { OrderDraft } from './order';
import { queueOrder, withLock, type QueuedOrder } from './order-queue';
import { isUnreached, placeQueued } from './send-orders';

type Placement = { draft: OrderDraft; priceMad: number };

/** The result: the server has the order, or it is queued until there is a connection. */
export type Placed = { number: string; queued: boolean };

/** Stores the order before sending, so that closing the tab loses nothing. */
function place(placement: Placement): Promise<Placed> {
  const order = { ...placement, refusal: null };
  return withLock({ order, work: () => send(order) });
}

async function send(order: QueuedOrder): Promise<Placed> {
  try {
    return { number: await placeQueued(order, insertOrder), queued: false };
  } catch (reason) {
    if (!isUnreached(asFailure(reason)) || !queueOrder(order)) throw reason;
    return { number: order.draft.number, queued: true };
  }
}

/** Places an order, or queues it without a connection. Refetches the stock. */
export function usePlaceBookOrder() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: place,
    networkMode: 'always', // offline the mutation must run and queue the order, not pause
    onSuccess: ({ queued }) =>
      queued ? undefined : queries.invalidateQueries(publicQuery('settings')),
  });
}
