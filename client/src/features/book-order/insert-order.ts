import { sb } from '../../api/client';
import { asFailure } from '../../api/failures';
import type { BookOrder } from './order';

const patienceMs = 20_000; // a request that hangs counts as one that never arrived

/**
 * Writes an order. No .select(): a visitor may write an order and read none, not even this one.
 * Throws a Failure of kind `network` or `offline` when no answer comes.
 */
export async function insertOrder(order: BookOrder) {
  const client = await sb();
  const { error, status } = await client
    .from('book_orders')
    .insert(order)
    .abortSignal(AbortSignal.timeout(patienceMs));
  if (error !== null && status === 0) throw asFailure({ message: error.message, code: '' });
  return { error, status };
}
