import type { Language } from '../../i18n/language';

/** How the book is rated: the mean, of how many, and what is to be said about it. */
export type Rating = { average: number; count: number; note: Record<Language, string> | null };

/**
 * What was gathered before this site together with the approved reviews on it. The note speaks of
 * the former, so it goes with it.
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
