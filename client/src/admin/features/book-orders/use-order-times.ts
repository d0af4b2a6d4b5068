import { useQuery } from '@tanstack/react-query';
import { sb } from '@/shared/api/client';
import { unwrap } from '@/shared/api/failures';
import { orderFlags, type OrderFlag } from './order-flag';

/** Time and author of a flag. */
export type FlagTime = { at: string; who: string | null };

/** Times at which the flags of an order were set, from the audit log; undefined for changes before the log. */
export function useOrderTimes(id: string) {
  return useQuery({
    queryKey: ['audit_log', 'order-times', id],
    queryFn: () => fetchTimes(id),
    staleTime: 0,
  });
}

async function fetchTimes(id: string): Promise<Partial<Record<OrderFlag, FlagTime>>> {
  const client = await sb();
  const answer = await client
    .from('audit_log')
    .select('at, actor_email, changes')
    .eq('table_name', 'book_orders')
    .eq('row_id', id)
    .order('id', { ascending: false })
    .limit(100);
  const entries = unwrap(answer);
  const times: Partial<Record<OrderFlag, FlagTime>> = {};
  for (const flag of orderFlags) {
    const entry = entries.find(({ changes }) => isSet(changes, flag));
    if (entry !== undefined) times[flag] = { at: entry.at, who: entry.actor_email };
  }
  return times;
}

/** A change is {column: [before, after]}. */
function isSet(changes: unknown, flag: OrderFlag): boolean {
  if (typeof changes !== 'object' || changes === null) return false;
  const [, pair] = Object.entries(changes).find(([column]) => column === flag) ?? [];
  return Array.isArray(pair) && pair[1] === true;
}
