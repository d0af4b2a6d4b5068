import { useMutation } from '@tanstack/react-query';
import { callFunction } from '@/shared/api/call-function';
import { Failure } from '@/shared/api/failures';
import { useLanguage } from '@/shared/i18n';

/** Fetches the state of an order by its number and phone. */
export function useTrackOrder() {
  const language = useLanguage();
  return useMutation({
    networkMode: 'always',
    mutationFn: async ({ number, phone }: { number: string; phone: string }) => {
      const answer = await callFunction('track-order', { order_number: number, phone, language });
      const order = readTrackedOrder(answer);
      if (order === undefined) throw new Failure('unexpected', '', 'no order in the answer');
      return order;
    },
  });
}

const endings = ['cancelled', 'refused', 'returned'] as const;
type Ended = (typeof endings)[number];

/** The state of an order from the function track-order, without data of its buyer. */
export type TrackedOrder = {
  orderedAt: string;
  quantity: number;
  reached: Record<'confirmed' | 'paid' | 'fulfilled', boolean>;
  /** Final state of the order; undefined while it is open. */
  ended: Ended | undefined;
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
    ended: endings.find((ending) => ending === fields['status']),
  };
}
