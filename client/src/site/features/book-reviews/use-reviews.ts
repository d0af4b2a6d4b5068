import { useQuery, useMutation } from '@tanstack/react-query';
import { insertIdempotent } from '@/shared/api/insert-idempotent';
import { publicQuery } from '@/shared/api/public-data';
import type { Insert } from '@/shared/api/rows';
import { uploadFile } from '@/shared/api/upload-file';
import type { SendFile } from '@/shared/ui/use-form-file';

/** Approved reviews in the owner's order. */
export const useApprovedReviews = () => useQuery(publicQuery('reviews'));

/** Uploads a proof of purchase, which admins alone see. */
export const uploadProof: SendFile = (path, { body, type }, options) =>
  uploadFile({ bucket: 'review-proofs', path, body, type, ...options });

type NewReview = Insert<'book_reviews'>;

// The client generates the id, so that a repeated insert is one review.
const submitReview = (review: NewReview): Promise<void> =>
  insertIdempotent((client) => client.from('book_reviews').insert(review));

/** Inserts a review, which is pending approval. Fails at once when offline. */
export const useSubmitReview = () =>
  useMutation({ mutationFn: submitReview, networkMode: 'always' });
