import { useState } from 'react';
import { failureText } from '@/shared/api/failures';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatNumber } from '@/shared/i18n/format';
import { Button } from '@/shared/ui/button';
import { Carousel } from '@/shared/ui/carousel';
import { FailureNotice } from '@/shared/ui/failure-notice';
import { Spinner } from '@/shared/ui/spinner';
import { Stars } from '@/shared/ui/stars';
import { Dialog } from '@/shared/ui/dialog';
import { averageRating, ratingsOf, type Review } from './review';
import { ReviewCard } from './review-card';
import { StarFilter } from './star-filter';
import { useApprovedReviews } from './use-reviews';
import { ReviewForm } from './review-form';

type Rating = { average: number; count: number };

type Props = {
  /** The rating that the page shows: that from before this site and the reviews written here. */
  rating: Rating;
  /** The part of it from before this site. */
  before: Rating;
};

/** The reviews and the review form, with loading, empty and failure states. */
export function ReviewsSection({ rating, before }: Props) {
  const { t } = useTranslation(['book', 'site']);
  const { data, isPending, isError, error, refetch } = useApprovedReviews();
  return (
    <section aria-labelledby="reviews-title" className="altitude gutter py-20 md:py-28">
      <h2 id="reviews-title" className="display text-heading">
        {t('reviews.title')}
      </h2>
      <div className="mt-10 grid min-h-96 grid-cols-[minmax(0,1fr)] content-start justify-items-start gap-10">
        {isPending && <Spinner label={t('reviews.loading')} />}
        {isError && (
          <FailureNotice
            text={`${t('reviews.failed')} ${failureText(t, error)}`}
            retryLabel={t('site:retry')}
            onRetry={() => void refetch()}
          />
        )}
        {data?.length === 0 && <p className="text-lead text-muted">{t('reviews.empty')}</p>}
        {data !== undefined && data.length > 0 ? (
          <Reviews reviews={data} rating={rating} before={before} />
        ) : (
          <ReviewDialog />
        )}
      </div>
    </section>
  );
}

function Reviews({ reviews, ...parts }: Props & { reviews: Review[] }) {
  const { t } = useTranslation('book');
  const [only, setOnly] = useState<number>();
  const shown = reviews.filter(({ rating }) => only === undefined || rating === only);
  return (
    <>
      <div className="flex w-full flex-wrap items-end gap-x-[clamp(4rem,14vw,16rem)] gap-y-8">
        <div className="grid justify-items-start gap-7">
          <Average reviews={reviews} {...parts} />
          <ReviewDialog />
        </div>
        <StarFilter reviews={reviews} chosen={only} onChoose={setOnly} />
      </div>
      {only !== undefined && (
        <Button look="line" onClick={() => setOnly(undefined)}>
          {t('reviews.all')}
        </Button>
      )}
      <div className="w-full">
        <Carousel
          key={only}
          label={t('reviews.title')}
          previousLabel={t('reviews.previous')}
          nextLabel={t('reviews.next')}
          className="*:w-full *:shrink-0 *:snap-start md:*:w-[calc((100%-2.5rem)/3)]"
        >
          {shown.map((review) => (
            <ReviewCard key={review.id} review={review} />
          ))}
        </Carousel>
      </div>
    </>
  );
}

// One figure, that of the top of the page, and what it is made of.
function Average({ reviews, rating, before }: Props & { reviews: Review[] }) {
  const { t } = useTranslation('book');
  const language = useLanguage();
  if (rating.count === 0) return null;
  const decimal = (value: number) => formatNumber(value, language, 1);
  const own = ratingsOf(reviews);
  const parts = [
    { key: 'reviews.before' as const, average: before.average, count: before.count },
    { key: 'reviews.here' as const, average: averageRating(own) ?? 0, count: own.length },
  ].filter(({ count }) => count > 0);
  return (
    <div>
      <p aria-hidden="true" className="figure text-[6rem]">
        {decimal(rating.average)}
      </p>
      <p className="mt-2">
        <Stars
          rating={rating.average}
          label={t('reviews.stars', { rating: decimal(rating.average) })}
        />
      </p>
      <ul className="mt-2 text-small text-muted">
        {parts.map(({ key, average, count }) => (
          <li key={key}>
            {t(key, { count, average: decimal(average), amount: formatNumber(count, language) })}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The review form in a dialog, with its button. */
function ReviewDialog() {
  const { t } = useTranslation(['book', 'site']);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button className="min-h-13" onClick={() => setOpen(true)}>
        {t('reviews.write')}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('reviews.form.title')}
        closeLabel={t('site:close')}
      >
        <ReviewForm onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}
