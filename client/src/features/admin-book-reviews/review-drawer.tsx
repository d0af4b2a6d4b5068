import { useTranslation } from 'react-i18next';
import { Drawer } from '../../desk/drawer';
import { RecordHistory } from '../../desk/record-history';
import { useOneRow } from '../../desk/rows/use-one-row';
import { useOpened } from '../../desk/use-opened';
import { LocalLink } from '../../i18n/local-link';
import { Button, buttonClass } from '../../ui/button';
import { DecideButtons } from './decide-buttons';
import type { Review } from './review';
import { ReviewDetails } from './review-details';
import { useDecideKeys } from './use-decide-keys';
import { useDeleteReview } from './use-delete-review';

/** The review that the address names, in full; also one that is on another page of the list. */
export function ReviewDrawer({ rows }: { rows: readonly Review[] }) {
  const { t } = useTranslation('desk-reviews');
  const { opened, close, steps } = useOpened(rows);
  const listed = rows.find(({ id }) => id === opened);
  const elsewhere = useOneRow('book_reviews', listed === undefined ? rowId(opened) : undefined);
  const review = opened === undefined ? undefined : (listed ?? elsewhere.data ?? undefined);
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

/** `?open=new` is the form, no review. */
const rowId = (opened: string | undefined) => (opened === 'new' ? undefined : opened);

function Foot({ review, onDeleted }: { review: Review; onDeleted: () => void }) {
  const { t } = useTranslation('desk-reviews');
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
