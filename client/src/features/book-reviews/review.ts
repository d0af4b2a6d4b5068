import type { Row } from '../../api/rows';

/** What a reader sees of a review; the address of the reviewer is no part of it. */
export type Review = Pick<
  Row<'book_reviews'>,
  'id' | 'name' | 'rating' | 'comment_en' | 'comment_fr' | 'comment_ar' | 'verified' | 'featured'
>;

/** The mean of real ratings, to one decimal; undefined where there are none. */
export function averageRating(reviews: Pick<Review, 'rating'>[]): number | undefined {
  if (reviews.length === 0) return undefined;
  const sum = reviews.reduce((total, review) => total + review.rating, 0);
  return Math.round((sum / reviews.length) * 10) / 10;
}
