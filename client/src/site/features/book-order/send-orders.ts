import { asFailure, type Failure } from '@/shared/api/failures';
import { insertOrder, placeOrder, type InsertOrder } from './place-order';
import { orderOf } from './order';
import { orderNumber } from '@/shared/api/order-number';
import { rememberPlaced } from './placed-here';
import { forgetOrder, queuedOrders, queueOrder, type QueuedOrder } from './order-queue';

/** A sent order: its number and the buyer's name. */
export type SentOrder = { number: string; name: string };

const lock = 'book-order-outbox';

/**
 * Sends the queued orders sequentially, in one tab at a time, and resolves to the sent ones. It stops at
 * the first network or server failure. A rejected order stays in the queue with its error.
 */
export const sendQueuedOrders = (insert: InsertOrder = insertOrder): Promise<SentOrder[]> =>
  withTabLock(async () => {
    const sent: SentOrder[] = [];
    for (const queued of queuedOrders().filter(({ refusal }) => refusal === null)) {
      // oxlint-disable-next-line no-await-in-loop
      const outcome = await send(queued, insert);
      if (outcome === 'retry') break;
      if (outcome !== 'refused') sent.push({ number: outcome.number, name: queued.draft.name });
    }
    return sent;
  });

// Without the Web Locks API (no TLS) two tabs may send the same order; the insert is idempotent.
const withTabLock = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks?.request(lock, work) ?? work();

async function send(queued: QueuedOrder, insert: InsertOrder) {
  try {
    const number = await placeQueued(queued, insert);
    forgetOrder(queued.draft.id);
    return { number };
  } catch (reason) {
    const failure = asFailure(reason);
    if (isRetryable(failure)) return 'retry';
    queueOrder({ ...queued, refusal: refusalOf(failure) });
    return 'refused';
  }
}

/** Places an order with the number shown to the buyer, or with another one if that is taken. */
export async function placeQueued(
  { draft, priceMad }: QueuedOrder,
  insert: InsertOrder,
): Promise<string> {
  const numbers = [draft.number];
  const number = await placeOrder(
    insert,
    (each) => orderOf(draft, each, priceMad),
    () => numbers.pop() ?? orderNumber(Date.now(), Math.random),
  );
  rememberPlaced(number);
  return number;
}

/** Whether the server was not reached. */
export const isUnreached = ({ kind }: Failure) => kind === 'network' || kind === 'offline';

const isRetryable = (failure: Failure) =>
  isUnreached(failure) || failure.kind === 'tooMany' || failure.kind === 'unexpected';

const refusalOf = ({ code, message, kind }: Failure) => ({
  code,
  message,
  status: kind === 'refused' ? 403 : 400,
});
