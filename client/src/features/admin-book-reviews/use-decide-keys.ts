import { useTranslation } from 'react-i18next';
import { useShortcut } from '../../admin/shortcuts';
import type { Decision, Review } from './review';
import { useDecide } from './use-decide';

/** A approves and R rejects a review: that one, or of several the one that has the focus. */
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

/** The row of a list that has the focus. */
export const focusedRow = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset['row'];
