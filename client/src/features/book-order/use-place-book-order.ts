import { useMutation, useQueryClient } from '@tanstack/react-query';
import { asFailure } from '../../api/failures';
import { publicQuery } from '../../api/public-data';
import { insertOrder } from './insert-order';
import type { OrderDraft } from './order';
import { queueOrder, withLock, type QueuedOrder } from './order-queue';
import { isUnreached, placeQueued } from './send-orders';

type Placement = { draft: OrderDraft; priceMad: number };

/** What became of an order: the server has it, or this device keeps it until there is a network. */
export type Placed = { number: string; queued: boolean };

/** Keeps the order first and sends it then: a tab that is closed over it loses nothing. */
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

/** Places an order, or keeps it for later; afterwards the copies left are asked for again. */
export function usePlaceBookOrder() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: place,
    networkMode: 'always', // an offline press must be answered in words, not wait in silence
    onSuccess: ({ queued }) =>
      queued
        ? undefined
        : queries.invalidateQueries({ queryKey: publicQuery('settings').queryKey }),
  });
}
