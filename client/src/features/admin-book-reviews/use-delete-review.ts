import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../admin/confirm';
import { useDeleteRow } from '../../admin/rows/use-delete-row';
import { notify } from '../../ui/toast';
import type { Review } from './review';

/** Asks, and deletes a review for good where the answer is yes. */
export function useDeleteReview({ id, name }: Review, onDeleted: () => void) {
  const { t } = useTranslation('admin-reviews');
  const confirm = useConfirm();
  const remove = useDeleteRow('book_reviews', {
    failed: t('said.notDeleted', { name }),
    // Not at the call: what called is gone with the review.
    onDone: () => {
      notify('good', t('said.deleted', { name }), { ms: 6000 });
      onDeleted();
    },
  });
  return async () => {
    const yes = await confirm({ question: t('deleteQuestion'), action: t('delete'), tone: 'bad' });
    if (yes) remove.mutate(id);
  };
}
