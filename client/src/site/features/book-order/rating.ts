import type { Language } from '@/shared/i18n/language';

/** The rating of the book: mean, number of ratings, and a note. */
export type Rating = { average: number; count: number; note: Record<Language, string> | null };

/**
 * Merges the rating from before this site (`before`) with the approved reviews. The note is about the
 * former, so it is dropped if that has no ratings.
 */
export function mergedRating(before: Rating, ratings: number[]): Rating {
  const count = before.count + ratings.length;
  const sum = ratings.reduce((total, rating) => total + rating, before.average * before.count);
  return {
    count,
    average: count === 0 ? 0 : sum / count,
    note: before.count === 0 ? null : before.note,
  };
}
