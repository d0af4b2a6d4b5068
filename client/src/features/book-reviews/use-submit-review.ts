import { useMutation } from '@tanstack/react-query';
import { insertIdempotent } from '../../api/insert-idempotent';
import type { Insert } from '../../api/rows';

type NewReview = Insert<'book_reviews'>;

// The row carries its own id: sent twice, it is one review.
const submitReview = (review: NewReview): Promise<void> =>
  insertIdempotent((client) => client.from('book_reviews').insert(review));

/** Writes a review, which waits for approval; it fails at once where there is no network. */
export const useSubmitReview = () =>
  useMutation({ mutationFn: submitReview, networkMode: 'always' });
