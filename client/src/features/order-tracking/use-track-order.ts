import { useMutation } from '@tanstack/react-query';
import { callFunction } from '../../api/call-function';
import { Failure } from '../../api/failures';
import { useLanguage } from '../../i18n';
import { readTrackedOrder } from './tracked-order';

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
