import { useQuery } from '@tanstack/react-query';
import { sb } from '../../api/client';
import { asFailure } from '../../api/failures';

/** The tables that the dashboard counts, in the order in which it shows them. */
export const countedTables = [
  'book_orders',
  'book_reviews',
  'contact_submissions',
  'speaking_inquiries',
  'sponsorship_inquiries',
  'media_highlights',
] as const;
type CountedTable = (typeof countedTables)[number];
export type SiteCounts = Record<CountedTable, number>;

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

async function fetchCounts(): Promise<SiteCounts> {
  const [orders, reviews, messages, talks, sponsors, highlights] = await Promise.all([
    countOf('book_orders'),
    countOf('book_reviews'),
    countOf('contact_submissions'),
    countOf('speaking_inquiries'),
    countOf('sponsorship_inquiries'),
    countOf('media_highlights'),
  ]);
  return {
    book_orders: orders,
    book_reviews: reviews,
    contact_submissions: messages,
    speaking_inquiries: talks,
    sponsorship_inquiries: sponsors,
    media_highlights: highlights,
  };
}

/** How many rows each part of the site has; counted anew each time the dashboard is opened. */
export function useSiteCounts() {
  return useQuery({ queryKey: ['site_counts'], queryFn: fetchCounts, staleTime: 0 });
}
