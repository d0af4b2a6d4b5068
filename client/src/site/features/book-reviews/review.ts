import type { Row } from '@/shared/api/rows';

/** The public columns of a review, without the reviewer's e-mail address. */
export type Review = Pick<
  Row<'book_reviews'>,
  | 'id'
  | 'name'
  | 'rating'
  | 'comment_en'
  | 'comment_fr'
  | 'comment_ar'
  | 'verified'
  | 'ordered'
  | 'featured'
  | 'sample'
>;

/** The ratings of readers: samples count for nothing. */
export const ratingsOf = (reviews: Pick<Review, 'rating' | 'sample'>[]): number[] =>
  reviews.filter(({ sample }) => !sample).map(({ rating }) => rating);

/** The mean rating to one decimal; undefined without any. */
export function averageRating(ratings: number[]): number | undefined {
  if (ratings.length === 0) return undefined;
  const sum = ratings.reduce((total, rating) => total + rating, 0);
  return Math.round((sum / ratings.length) * 10) / 10;
}
