/** How far an order has come, as track-order tells it: nothing about its buyer. */
export type TrackedOrder = {
  orderedAt: string;
  quantity: number;
  reached: Record<'confirmed' | 'paid' | 'fulfilled', boolean>;
};

/** Reads the answer of track-order; undefined where it has another shape. */
export function readTrackedOrder(answer: unknown): TrackedOrder | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const fields: Record<string, unknown> = { ...answer };
  const { ordered_at: orderedAt, quantity } = fields;
  if (typeof orderedAt !== 'string' || typeof quantity !== 'number') return undefined;
  const isReached = (flag: string) => fields[flag] === true;
  return {
    orderedAt,
    quantity,
    reached: {
      confirmed: isReached('confirmed'),
      paid: isReached('paid'),
      fulfilled: isReached('fulfilled'),
    },
  };
}
