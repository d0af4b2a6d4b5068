import { asFailure, type Failure } from '../../api/failures';
import { insertOrder } from './insert-order';
import { orderOf } from './order';
import { orderNumber } from '../../api/order-number';
import { forgetOrder, queuedOrders, queueOrder, type QueuedOrder } from './order-queue';
import { placeOrder, type InsertOrder } from './place-order';

/** An order that left the device: its number and whose it is. */
export type SentOrder = { number: string; name: string };

const lock = 'book-order-outbox';

/**
 * Sends the orders that wait, one after the other and in one tab at a time; resolves to those that
 * the server has now. It stops at the first that does not get through, since the next would not
 * either. One that the server refuses is marked, and its buyer is told why.
 */
export const sendQueuedOrders = (insert: InsertOrder = insertOrder): Promise<SentOrder[]> =>
  alone(async () => {
    const sent: SentOrder[] = [];
    for (const queued of queuedOrders().filter(({ refusal }) => refusal === null)) {
      // oxlint-disable-next-line no-await-in-loop
      const outcome = await send(queued, insert);
      if (outcome === 'later') break;
      if (outcome !== 'refused') sent.push({ number: outcome.number, name: queued.draft.name });
    }
    return sent;
  });

// Without locks (a page that is not served securely) two tabs may both send: the id makes it one order.
const alone = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks?.request(lock, work) ?? work();

async function send(queued: QueuedOrder, insert: InsertOrder) {
  try {
    const number = await placeQueued(queued, insert);
    forgetOrder(queued.draft.id);
    return { number };
  } catch (reason) {
    const failure = asFailure(reason);
    if (isForLater(failure)) return 'later';
    queueOrder({ ...queued, refusal: refusalOf(failure) });
    return 'refused';
  }
}

/** Places an order under the number that its buyer was told, and under another if that one is taken. */
export function placeQueued(
  { draft, priceMad }: QueuedOrder,
  insert: InsertOrder,
): Promise<string> {
  const own = [draft.number];
  return placeOrder(
    insert,
    (number) => orderOf(draft, number, priceMad),
    () => own.pop() ?? orderNumber(Date.now(), Math.random),
  );
}

/** Whether the server was not reached at all. */
export const isUnreached = ({ kind }: Failure) => kind === 'network' || kind === 'offline';

const isForLater = (failure: Failure) =>
  isUnreached(failure) || failure.kind === 'tooMany' || failure.kind === 'unexpected';

const refusalOf = ({ code, message, kind }: Failure) => ({
  code,
  message,
  status: kind === 'refused' ? 403 : 400,
});
