import * as z from 'zod/mini';
import type { Insert } from '@/shared/api/rows';

type Problem = 'nameNeeded' | 'nameLong' | 'commentNeeded' | 'commentLong';

const maxNameLength = 200; // characters
const maxCommentLength = 10_000;

/** From the best to the worst, as a select offers them. */
export const ratings = [5, 4, 3, 2, 1] as const;

/** The default values; a review by an admin is approved. */
export const emptyReview = {
  name: '',
  rating: '5',
  comment_en: '',
  comment_fr: '',
  comment_ar: '',
  verified: false,
  approved: true,
};

/** The schema of a new review. A comment in one language is enough. */
export function newReviewSchema(messageFor: (problem: Problem) => string) {
  const comment = z
    .string()
    .check(z.trim(), z.maxLength(maxCommentLength, messageFor('commentLong')));
  return z
    .object({
      name: z
        .string()
        .check(
          z.trim(),
          z.minLength(1, messageFor('nameNeeded')),
          z.maxLength(maxNameLength, messageFor('nameLong')),
        ),
      rating: z.string(),
      comment_en: comment,
      comment_fr: comment,
      comment_ar: comment,
      verified: z.boolean(),
      approved: z.boolean(),
    })
    .check(
      z.refine((review) => `${review.comment_en}${review.comment_fr}${review.comment_ar}` !== '', {
        path: ['comment_en'],
        message: messageFor('commentNeeded'),
      }),
    );
}

type Typed = z.output<ReturnType<typeof newReviewSchema>>;

/** Converts the form values to a row. */
export const reviewRow = ({ approved, rating, ...typed }: Typed): Insert<'book_reviews'> => ({
  ...typed,
  rating: Number(rating),
  comment_en: orNull(typed.comment_en),
  comment_fr: orNull(typed.comment_fr),
  comment_ar: orNull(typed.comment_ar),
  status: approved ? 'approved' : 'pending',
});

const orNull = (text: string) => (text === '' ? null : text);
