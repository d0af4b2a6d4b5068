import type { Row } from '@/shared/api/rows';
import type { PillTone } from '@/shared/ui/pill';

export type Review = Row<'book_reviews'>;

export const reviewStates = ['pending', 'approved', 'rejected'] as const;
export type ReviewState = (typeof reviewStates)[number];

/** The decisions of an admin; a review starts as pending. */
export type Decision = Exclude<ReviewState, 'pending'>;

const tones: Record<ReviewState, PillTone> = {
  pending: 'new',
  approved: 'done',
  rejected: 'other',
};

/** The status of a review; the check constraint allows no other. */
export const stateOf = ({ status }: Pick<Review, 'status'>): ReviewState =>
  reviewStates.find((state) => state === status) ?? 'pending';

/** Blue for pending, green for approved, grey for rejected. */
export const toneOf = (review: Pick<Review, 'status'>): PillTone => tones[stateOf(review)];
