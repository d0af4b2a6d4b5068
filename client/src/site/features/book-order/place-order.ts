import { sb } from '@/shared/api/client';
import { asFailure, type ApiError } from '@/shared/api/failures';
import type { BookOrder } from './order';

/** Inserts a row. Resolves to the error, or null. */
export type InsertOrder = (
  order: BookOrder,
) => Promise<{ error: ApiError | null; status?: number }>;

const attempts = 3;

/**
 * Places an order, idempotent by its id: a duplicate id means that an earlier attempt succeeded although
 * its response was lost. For a duplicate order number another one is generated, up to three attempts.
 * Returns the last number; throws a Failure.
 */
export async function placeOrder(
  insert: InsertOrder,
  orderWith: (number: string) => BookOrder,
  nextNumber: () => string,
): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const number = nextNumber();
    // Sequential: another number is only needed if this one is taken.
    // oxlint-disable-next-line no-await-in-loop
    const { error, status } = await insert(orderWith(number));
    if (error === null || isSameOrder(error)) return number;
    if (!isTakenNumber(error) || attempt === attempts) throw asFailure(error, status);
  }
}

const isTakenNumber = (error: ApiError) =>
  error.code === '23505' && error.message.includes('order_number');

const isSameOrder = (error: ApiError) => error.code === '23505' && !isTakenNumber(error);

const timeoutMs = 20_000; // a timeout counts as a network failure
const busyWaitsMs = [1000, 3000]; // after a 503: at least the Retry-After of the server

/**
 * Inserts an order, and again while the server is busy (503): the id makes it one order. No .select(): the anon role may insert orders, but read none.
 * Throws a Failure of kind `network` or `offline` if there is no response.
 */
export async function insertOrder(order: BookOrder) {
  let answer = await insertOnce(order);
  for (const wait of busyWaitsMs) {
    if (answer.status !== 503) break;
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((resolve) => setTimeout(resolve, wait));
    // oxlint-disable-next-line no-await-in-loop
    answer = await insertOnce(order);
  }
  return answer;
}

async function insertOnce(order: BookOrder) {
  const client = await sb();
  const { error, status } = await client
    .from('book_orders')
    .insert(order)
    .abortSignal(AbortSignal.timeout(timeoutMs));
  if (error !== null && status === 0) throw asFailure({ message: error.message, code: '' });
  return { error, status };
}
