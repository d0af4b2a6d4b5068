import type { Row } from '../../api/rows';
import type { PillTone } from '../../ui/pill';

export type Review = Row<'book_reviews'>;

export const reviewStates = ['pending', 'approved', 'rejected'] as const;
export type ReviewState = (typeof reviewStates)[number];

/** What an admin decides; waiting is where a review begins. */
export type Decision = Exclude<ReviewState, 'pending'>;

const tones: Record<ReviewState, PillTone> = {
  pending: 'new',
  approved: 'done',
  rejected: 'other',
};

/** The state of a review; the database knows no other. */
export const stateOf = ({ status }: Pick<Review, 'status'>): ReviewState =>
  reviewStates.find((state) => state === status) ?? 'pending';

/** Blue for one that waits, green for one that shows, grey else. */
export const toneOf = (review: Pick<Review, 'status'>): PillTone => tones[stateOf(review)];
