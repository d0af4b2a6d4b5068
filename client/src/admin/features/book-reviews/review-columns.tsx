import { useMemo } from 'react';
import type { Column } from '@/admin/kit/list/column';
import { useTranslation } from '@/shared/i18n';
import { formatDate } from '@/shared/i18n/format';
import { Pill } from '@/shared/ui/pill';
import { DecideButtons } from './decide-buttons';
import type { Review } from './review';
import { ReviewMarkSwitch, ReviewStars, ReviewStatePill } from './review-parts';
import { ReviewText } from './review-text';

/** The columns of the list. */
export function useReviewColumns(): Column<Review>[] {
  const { t } = useTranslation('admin-reviews');
  return useMemo(
    () => [
      {
        id: 'name',
        head: t('columns.review'),
        sorts: true,
        rowHead: true,
        cell: (review) => (
          <div className="py-1.5">
            <ReviewHead review={review} />
            <ReviewText review={review} className="mt-1 line-clamp-3 max-w-[70ch]" />
          </div>
        ),
      },
      {
        id: 'created_at',
        head: t('columns.written'),
        sorts: true,
        className: 'whitespace-nowrap',
        cell: (review) => <bdi>{formatDate(review.created_at)}</bdi>,
      },
      {
        id: 'verified',
        head: t('columns.verified'),
        align: 'center',
        className: 'w-20',
        cell: (review) => <Centred review={review} mark="verified" />,
      },
      {
        id: 'featured',
        head: t('columns.featured'),
        align: 'center',
        className: 'w-24',
        cell: (review) => <Centred review={review} mark="featured" />,
      },
      {
        id: 'decision',
        head: t('columns.decision'),
        className: 'w-52',
        cell: (review) => <DecideButtons review={review} />,
      },
    ],
    [t],
  );
}

/** Author, stars and status. */
function ReviewHead({ review }: { review: Review }) {
  const { t } = useTranslation('admin-reviews');
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <bdi className="font-medium wrap-anywhere">{review.name}</bdi>
      <ReviewStars rating={review.rating} />
      <ReviewStatePill review={review} />
      {review.sample && <Pill tone="other">{t('sample')}</Pill>}
      <ProofLabel review={review} />
    </p>
  );
}

function ProofLabel({ review }: { review: Review }) {
  const { t } = useTranslation('admin-reviews');
  if (review.proof_path === null && review.purchase_image_url === null) return null;
  return <span className="text-label text-muted">{t('hasProof')}</span>;
}

function Centred(props: { review: Review; mark: 'verified' | 'featured' }) {
  return (
    <div className="grid place-items-center">
      <ReviewMarkSwitch {...props} />
    </div>
  );
}

/** A review as a card. */
export function ReviewCard({ row: review }: { row: Review }) {
  return (
    <div className="grid gap-2">
      <ReviewHead review={review} />
      <ReviewText review={review} className="line-clamp-4" />
      <p className="text-label text-muted">
        <bdi>{formatDate(review.created_at)}</bdi>
      </p>
      <DecideButtons review={review} />
    </div>
  );
}
