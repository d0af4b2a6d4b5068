import { useCallback } from 'react';
import { useChangeRow } from '@/admin/kit/rows/use-change-row';
import { useUndo } from '@/admin/kit/undo';
import { useShortcut } from '@/admin/kit/shortcuts';
import { useTranslation } from '@/shared/i18n';
import type { Decision, Review } from './review';

/** Approves or rejects a review: an optimistic update with undo. No request if the status is the same. */
export function useDecide(reviews: readonly Review[]) {
  const { t } = useTranslation('admin-reviews');
  const offerUndo = useUndo();
  const nameOf = (id: string) => reviews.find((review) => review.id === id)?.name ?? '';
  const failed = ({ id }: { id: string }) => t('said.failed', { name: nameOf(id) });
  const back = useChangeRow('book_reviews', { failed });
  const { mutate } = useChangeRow('book_reviews', {
    failed,
    onDone: ({ id, set }, before) => {
      const message = set.status === 'approved' ? 'said.approved' : 'said.rejected';
      offerUndo(t(message, { name: nameOf(id) }), () => back.mutate({ id, set: before }));
    },
  });
  return useCallback(
    (review: Review, status: Decision) => {
      if (review.status !== status) mutate({ id: review.id, set: { status } });
    },
    [mutate],
  );
}

/** Shortcuts: A approves and R rejects the review whose id `which` returns. */
export function useDecideKeys(reviews: readonly Review[], which: () => string | undefined): void {
  const { t } = useTranslation('admin-reviews');
  const decide = useDecide(reviews);
  const run = (decision: Decision) => () => {
    const id = which();
    const review = reviews.find((each) => each.id === id);
    if (review !== undefined) decide(review, decision);
  };
  useShortcut('a', t('keys.approve'), run('approved'));
  useShortcut('r', t('keys.reject'), run('rejected'));
}

/** The id of the focused row. */
export const focusedRow = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset['row'];
