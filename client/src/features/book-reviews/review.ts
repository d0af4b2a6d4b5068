import type { Row } from '@/api/rows';

/** The public columns of a review, without the reviewer's e-mail address. */
export type Review = Pick<
  Row<'book_reviews'>,
  'id' | 'name' | 'rating' | 'comment_en' | 'comment_fr' | 'comment_ar' | 'verified' | 'featured'
>;

/** The mean rating to one decimal; undefined without reviews. */
export function averageRating(reviews: Pick<Review, 'rating'>[]): number | undefined {
  if (reviews.length === 0) return undefined;
  const sum = reviews.reduce((total, review) => total + review.rating, 0);
  return Math.round((sum / reviews.length) * 10) / 10;
}
