import { useQuery } from '@tanstack/react-query';
import { sb } from '../../api/client';
import { unwrap } from '../../api/failures';
import type { Review } from './review';

// All columns, as the product's call has it: what must stay private is not in this table.
async function fetchApproved(): Promise<Review[]> {
  const client = await sb();
  const answer = await client
    .from('book_reviews')
    .select('*')
    .eq('status', 'approved')
    .order('display_order', { ascending: true });
  return unwrap(answer);
}

/** Approved reviews in the owner's order. */
export const useApprovedReviews = () =>
  useQuery({ queryKey: ['book_reviews', 'approved'], queryFn: fetchApproved });
