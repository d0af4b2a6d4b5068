import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { sb } from '@/shared/api/client';
import { unwrap } from '@/shared/api/failures';
import { useRefetchInterval } from '@/admin/kit/rows/use-refetch-interval';

/**
 * A day in Morocco's time zone. The days are sorted, and include those without orders. What was ordered that
 * day (without what was cancelled since), and what was paid that day less what was refunded
 * that day, in dirhams.
 */
export type Day = { day: string; orders: number; copies: number; ordered: number; revenue: number };

async function fetchDays(days: number): Promise<Day[]> {
  const client = await sb();
  return unwrap(await client.rpc('orders_per_day', { days }));
}

/** Orders and revenue of the last days. */
export const useOrdersPerDay = (days: number) =>
  useQuery({
    queryKey: ['book_orders', 'per_day', days],
    queryFn: () => fetchDays(days),
    placeholderData: keepPreviousData,
    ...useRefetchInterval(),
  });
