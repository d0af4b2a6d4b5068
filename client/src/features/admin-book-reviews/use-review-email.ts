import { useQuery } from '@tanstack/react-query';
import { sb } from '../../api/client';
import { unwrap } from '../../api/failures';

async function fetchEmail(reviewId: string): Promise<string | null> {
  const client = await sb();
  const [contact] = unwrap(
    await client.from('book_review_contacts').select('email').eq('review_id', reviewId),
  );
  return contact?.email ?? null;
}

/** The e-mail that a reader left; null where there is none. It is kept apart: reviews are public. */
export const useReviewEmail = (reviewId: string) =>
  useQuery({
    queryKey: ['book_review_contacts', reviewId],
    queryFn: () => fetchEmail(reviewId),
  });
