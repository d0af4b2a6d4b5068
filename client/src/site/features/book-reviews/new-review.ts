import type { Insert } from '@/shared/api/rows';
import type { Language } from '@/shared/i18n/language';
import { textOf } from '@/shared/ui/form-text';
import type { Sent } from '@/shared/ui/use-form-file';

/** The initial rating of the form. */
export const defaultRating = 5;
export const ratings = [1, 2, 3, 4, 5] as const;

/** The row of a review. The comment is in the column of the page's language. */
export function reviewOf(
  data: FormData,
  { id, file }: Sent,
  language: Language,
): Insert<'book_reviews'> {
  const email = textOf(data, 'email');
  const comment = textOf(data, 'comment');
  const inColumn = (column: Language) => (column === language ? comment : null);
  return {
    id,
    name: textOf(data, 'name'),
    email: email === '' ? null : email,
    rating: ratingOf(textOf(data, 'rating')),
    comment_en: inColumn('en'),
    comment_fr: inColumn('fr'),
    comment_ar: inColumn('ar'),
    status: 'pending',
    verified: false,
    featured: false,
    ...(file !== undefined && { proof_path: id }),
  };
}

const ratingOf = (text: string): number =>
  ratings.find((rating) => String(rating) === text) ?? defaultRating;
