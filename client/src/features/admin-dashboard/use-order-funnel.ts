import { useQuery } from '@tanstack/react-query';
import { sb } from '../../api/client';
import { Failure, unwrap } from '../../api/failures';
import { useRefetchInterval } from '../../admin/rows/use-refetch-interval';

/** How many orders were placed, and how many are at each step or beyond. */
export type Funnel = {
  placed: number;
  new: number;
  confirmed: number;
  paid: number;
  fulfilled: number;
};

async function fetchFunnel(): Promise<Funnel> {
  const client = await sb();
  const [funnel] = unwrap(await client.rpc('order_funnel', {}));
  // Whoever is no admin gets no row.
  if (funnel === undefined) throw new Failure('refused', '', 'no row was shown');
  return funnel;
}

/** Where the orders are, from their coming in to the parcel. */
export const useOrderFunnel = () =>
  useQuery({ queryKey: ['book_orders', 'funnel'], queryFn: fetchFunnel, ...useRefetchInterval() });
