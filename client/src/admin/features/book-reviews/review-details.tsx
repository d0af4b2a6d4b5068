import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '@/shared/i18n';
import { formatDateTime } from '@/shared/i18n/format';
import { Button } from '@/shared/ui/button';
import { sb } from '@/shared/api/client';
import { unwrap } from '@/shared/api/failures';
import type { Review } from './review';
import { ReviewMarkSwitch, ReviewStars, ReviewStatePill } from './review-parts';
import { ReviewPicture } from './review-picture';
import { ReviewProof } from './review-proof';
import { AllReviewTexts } from './review-text';

/** All data of a review: texts, flags, proof of purchase and e-mail. */
export function ReviewDetails({ review }: { review: Review }) {
  const { t } = useTranslation('admin-reviews');
  const { reviewer_image_url: portrait, name } = review;
  return (
    <div className="grid gap-6">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <ReviewStars rating={review.rating} />
        <ReviewStatePill review={review} />
        <bdi dir="ltr" className="text-small text-muted">
          {formatDateTime(review.created_at)}
        </bdi>
      </p>
      <section aria-label={t('details.words')}>
        <AllReviewTexts review={review} />
      </section>
      <Mark review={review} mark="verified" />
      <Mark review={review} mark="featured" />
      <dl className="grid gap-4 text-small">
        <Fact name={t('proof.title')}>
          <ReviewProof review={review} />
        </Fact>
        {portrait !== null && (
          <Fact name={t('portrait.title')}>
            <ReviewPicture key={portrait} kind="portrait" url={portrait} name={name} />
          </Fact>
        )}
        <Fact name={t('details.email')}>
          <Email review={review} />
        </Fact>
      </dl>
    </div>
  );
}

function Mark({ review, mark }: { review: Review; mark: 'verified' | 'featured' }) {
  const { t } = useTranslation('admin-reviews');
  return (
    <div className="flex items-start justify-between gap-4 border-t border-line pt-3">
      <div>
        <p className="font-medium">{t(`columns.${mark}`)}</p>
        <p className="text-small text-muted">
          {t(mark === 'verified' ? 'details.verifiedHint' : 'details.featuredHint')}
        </p>
        {mark === 'verified' && review.verified && (
          <p className="mt-1 text-small">
            {t(review.ordered ? 'details.ordered' : 'details.notOrdered')}
          </p>
        )}
      </div>
      <ReviewMarkSwitch review={review} mark={mark} />
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-1 border-t border-line pt-3">
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Email({ review }: { review: Review }) {
  const { t } = useTranslation(['admin-reviews', 'site']);
  const { data, isPending, isError, refetch } = useReviewEmail(review.id);
  if (isPending) return t('site:loading');
  if (isError) {
    return (
      <span role="alert" className="flex flex-wrap items-center gap-x-3">
        {t('details.emailFailed')}
        <Button look="quiet" className="px-0!" onClick={() => void refetch()}>
          {t('site:retry')}
        </Button>
      </span>
    );
  }
  if (data === null) return t('details.noEmail');
  return (
    <a
      href={`mailto:${data}`}
      dir="ltr"
      className="inline-flex min-h-11 items-center wrap-anywhere underline decoration-line underline-offset-4 hover:decoration-accent lg:min-h-8"
    >
      {data}
    </a>
  );
}

async function fetchEmail(reviewId: string): Promise<string | null> {
  const client = await sb();
  const [contact] = unwrap(
    await client.from('book_review_contacts').select('email').eq('review_id', reviewId),
  );
  return contact?.email ?? null;
}

/** The e-mail of a reader; null if there is none. It is in another table, since reviews are public. */
const useReviewEmail = (reviewId: string) =>
  useQuery({
    queryKey: ['book_review_contacts', reviewId],
    queryFn: () => fetchEmail(reviewId),
  });
