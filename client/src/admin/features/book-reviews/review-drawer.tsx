import { Drawer } from '@/admin/kit/drawer';
import { DeletedNotice } from '@/admin/kit/deleted-notice';
import { RecordHistory } from '@/admin/kit/record-history';
import { useOpenedRow } from '@/admin/kit/rows/use-opened-row';
import { useOpenRow } from '@/admin/kit/use-open-row';
import { useTranslation } from '@/shared/i18n';
import { LocalLink } from '@/shared/ui/local-link';
import { Button, buttonClass } from '@/shared/ui/button';
import { useConfirm } from '@/admin/kit/confirm';
import { useDeleteRow } from '@/admin/kit/rows/use-delete-row';
import { DecideButtons } from './decide-buttons';
import type { Review } from './review';
import { ReviewDetails } from './review-details';
import { useDecideKeys } from './use-decide';

type Props = {
  /** The rows of the list; undefined while it loads. */
  rows: readonly Review[] | undefined;
};

/** The drawer of the review in the URL, also if it is on another page of the list. */
export function ReviewDrawer({ rows }: Props) {
  const { t } = useTranslation('admin-reviews');
  const { opened, close, steps } = useOpenRow(rows ?? []);
  const { row: review, isDeleted } = useOpenedRow('book_reviews', rows, opened);
  if (isDeleted) return <DeletedNotice text={t('gone')} onClose={close} />;
  return (
    <Drawer
      open={review !== undefined}
      onClose={close}
      steps={steps}
      row={review?.id}
      title={<bdi>{t('details.title', { name: review?.name ?? '' })}</bdi>}
      foot={review && <Foot key={review.id} review={review} onDeleted={close} />}
    >
      {review && (
        <div key={review.id} className="grid gap-6">
          <ReviewDetails review={review} />
          <RecordHistory table="book_reviews" id={review.id} />
        </div>
      )}
    </Drawer>
  );
}

function Foot({ review, onDeleted }: { review: Review; onDeleted: () => void }) {
  const { t } = useTranslation('admin-reviews');
  const remove = useDeleteReview(review, onDeleted);
  useDecideKeys([review], () => review.id);
  return (
    <>
      <DecideButtons review={review} size="drawer" />
      {review.status === 'approved' && (
        <LocalLink
          to="/book#reviews-title"
          reloadDocument
          className={buttonClass('quiet', 'px-2!')}
        >
          {t('details.onSite')}
        </LocalLink>
      )}
      <Button
        look="quiet"
        aria-label={t('deleteOf', { name: review.name })}
        className="ms-auto px-2! text-bad!"
        onClick={() => void remove()}
      >
        {t('delete')}
      </Button>
    </>
  );
}

/** Deletes a review after confirmation. */
function useDeleteReview({ id, name }: Review, onDeleted: () => void) {
  const { t } = useTranslation('admin-reviews');
  const confirm = useConfirm();
  const remove = useDeleteRow('book_reviews', {
    failed: t('said.notDeleted', { name }),
    deleted: t('said.deleted', { name }),
    // Here, not at the call: the calling component unmounts with the review.
    onDone: onDeleted,
  });
  return async () => {
    const yes = await confirm({ question: t('deleteQuestion'), action: t('delete'), tone: 'bad' });
    if (yes) remove.mutate(id);
  };
}
