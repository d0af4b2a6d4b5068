import { useSearchParams } from 'react-router';
import { useOpenRow } from '@/admin/kit/use-open-row';
import { AddReviewDrawer } from '@/admin/features/book-reviews/add-review-drawer';
import { ReviewList } from '@/admin/features/book-reviews/review-list';
import { ReviewOrder } from '@/admin/features/book-reviews/review-order';
import { SamplesNotice } from '@/admin/features/setup/samples-notice';
import { useTranslation } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { PageHeading } from './page-heading';

const none: [] = [];

/** The book reviews: the list, or the approved ones for reordering. */
export function BookReviewsPage() {
  const { t } = useTranslation('admin-reviews');
  const [params, setParams] = useSearchParams();
  const { open } = useOpenRow(none);
  const isOrdering = params.has('order');
  const toggleOrder = () => setParams(isOrdering ? {} : { order: 'site' });
  return (
    <>
      <PageHeading title={t('title')}>
        <div className="flex flex-wrap gap-2">
          <Button look="line" onClick={toggleOrder}>
            {isOrdering ? t('order.done') : t('order.open')}
          </Button>
          <Button onClick={() => open('new')}>{t('add.open')}</Button>
        </div>
      </PageHeading>
      <SamplesNotice kind="book_reviews" />
      {isOrdering ? <ReviewOrder /> : <ReviewList />}
      <AddReviewDrawer />
    </>
  );
}
