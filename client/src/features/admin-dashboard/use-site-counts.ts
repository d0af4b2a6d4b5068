import { useQueries } from '@tanstack/react-query';
import { sb } from '../../api/client';
import { asFailure } from '../../api/failures';
import { useRefetchInterval } from '../../admin/rows/use-refetch-interval';

/** The tables that the dashboard counts, in the order in which it shows them. */
const countedTables = [
  'book_orders',
  'book_reviews',
  'contact_submissions',
  'speaking_inquiries',
  'sponsorship_inquiries',
  'media_highlights',
] as const;
export type CountedTable = (typeof countedTables)[number];

// Head-only: the figure comes in a header and no row is sent.
async function countOf(table: CountedTable): Promise<number> {
  const client = await sb();
  const { count, error, status } = await client
    .from(table)
    .select('*', { count: 'exact', head: true });
  // An answer to HEAD has no body, so only its status says what went wrong.
  if (error !== null) throw asFailure({ message: error.message, code: error.code, status });
  return count ?? 0;
}

/** How many rows each part of the site has. Each is asked for on its own: one may be refused. */
export function useSiteCounts() {
  const polling = useRefetchInterval();
  return useQueries({
    queries: countedTables.map((table) => ({
      queryKey: [table, 'total'],
      queryFn: () => countOf(table),
      ...polling,
    })),
    combine: (answers) => ({
      counts: countedTables.map((table, at) => ({ table, count: answers[at]?.data })),
      error: answers.find(({ error }) => error !== null)?.error ?? null,
      isPending: answers.some(({ isPending }) => isPending),
      retry: () => answers.forEach(({ isError, refetch }) => void (isError && refetch())),
    }),
  });
}
