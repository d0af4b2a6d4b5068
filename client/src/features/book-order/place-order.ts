import { asFailure, type ApiError } from '../../api/failures';
import type { BookOrder } from './order';

/** How an order reaches the table: answers with the error, null when there is none. */
export type InsertOrder = (
  order: BookOrder,
) => Promise<{ error: ApiError | null; status?: number }>;

const attempts = 3;

/**
 * Places an order once. A row with this id means that an earlier attempt arrived although its answer
 * did not: done. A taken order number is somebody else's: another is drawn. Returns the number sent last;
 * throws a Failure.
 */
export async function placeOrder(
  insert: InsertOrder,
  orderWith: (number: string) => BookOrder,
  drawNumber: () => string,
): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const number = drawNumber();
    // One after the other on purpose: the next number is only drawn when this one was taken.
    // oxlint-disable-next-line no-await-in-loop
    const { error, status } = await insert(orderWith(number));
    if (error === null || isSameOrder(error)) return number;
    if (!isTakenNumber(error) || attempt === attempts) throw asFailure(error, status);
  }
}

const isTakenNumber = (error: ApiError) =>
  error.code === '23505' && error.message.includes('order_number');

const isSameOrder = (error: ApiError) => error.code === '23505' && !isTakenNumber(error);
