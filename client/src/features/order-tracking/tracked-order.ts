/** The state of an order from the function track-order, without data of its buyer. */
export type TrackedOrder = {
  orderedAt: string;
  quantity: number;
  reached: Record<'confirmed' | 'paid' | 'fulfilled', boolean>;
};

/** Parses the response of track-order; undefined if malformed. */
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
