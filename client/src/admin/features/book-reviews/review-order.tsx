import type { ReactNode } from 'react';
import { ListFrame } from '@/admin/kit/list/list-frame';
import { useAllRows } from '@/admin/kit/rows/use-all-rows';
import { useReorder } from '@/admin/kit/rows/use-reorder';
import { SortableRows } from '@/admin/kit/sortable-rows';
import { useTranslation } from '@/shared/i18n';
import type { Review } from './review';
import { ReviewStars } from './review-parts';
import { ReviewText } from './review-text';

const approved = { sort: 'display_order', filters: [['status', 'eq', 'approved']] } as const;
const nameOf = ({ name }: Review) => name;

/** The approved reviews, sortable, in the order of the book page. */
export function ReviewOrder() {
  const { t } = useTranslation('admin-reviews');
  const found = useAllRows('book_reviews', approved);
  const reorder = useReorder('book_reviews', { failed: t('order.failed') });
  return (
    <>
      <p className="mb-4 max-w-prose text-small text-muted">{t('order.lead')}</p>
      <ListFrame
        found={found}
        failed={t('failed')}
        empty={t('order.empty')}
        isEmpty={(rows) => rows.length === 0}
      >
        {(rows) => (
          <SortableRows
            label={t('order.label')}
            rows={rows}
            nameOf={nameOf}
            onMove={reorder}
            className="max-w-4xl border-t border-line"
          >
            {(review, handle) => <OrderedReview review={review} handle={handle} />}
          </SortableRows>
        )}
      </ListFrame>
    </>
  );
}

function OrderedReview({ review, handle }: { review: Review; handle: ReactNode }) {
  return (
    <div className="flex items-start gap-2 border-b border-line bg-ground py-2">
      {handle}
      <div className="min-w-0 grow py-1 text-small">
        <p className="flex flex-wrap items-center gap-x-3">
          <bdi className="font-medium wrap-anywhere">{review.name}</bdi>
          <ReviewStars rating={review.rating} />
        </p>
        <ReviewText review={review} className="line-clamp-2 text-muted" />
      </div>
    </div>
  );
}
