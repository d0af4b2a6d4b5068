import { sb } from '../../api/client';
import { asFailure } from '../../api/failures';
import type { BookOrder } from './order';

const timeoutMs = 20_000; // a timeout counts as a network failure

/**
 * Inserts an order. No .select(): the anon role may insert orders, but read none.
 * Throws a Failure of kind `network` or `offline` if there is no response.
 */
export async function insertOrder(order: BookOrder) {
  const client = await sb();
  const { error, status } = await client
    .from('book_orders')
    .insert(order)
    .abortSignal(AbortSignal.timeout(timeoutMs));
  if (error !== null && status === 0) throw asFailure({ message: error.message, code: '' });
  return { error, status };
}
