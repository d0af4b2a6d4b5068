import { useTranslation } from 'react-i18next';
import { failureKey } from '../../api/failures';
import { useLanguage } from '../../i18n';
import { formatNumber } from '../../i18n/format';
import { Button } from '../../ui/button';
import { Carousel } from '../../ui/carousel';
import { Notice } from '../../ui/notice';
import { Spinner } from '../../ui/spinner';
import { Stars } from '../../ui/stars';
import { averageRating, type Review } from './review';
import { ReviewCard } from './review-card';
import { useApprovedReviews } from './use-approved-reviews';

/** What readers say: loading, none yet, a failure with a way to try again, or the reviews. */
export function ReviewsSection() {
  const { t } = useTranslation();
  const reviews = useApprovedReviews();
  return (
    <section aria-labelledby="reviews-title" className="contour-top gutter py-20 md:py-28">
      <div className="mb-10 flex flex-wrap items-end justify-between gap-x-10 gap-y-4">
        <h2 id="reviews-title" className="display text-heading">
          {t('reviews.title')}
        </h2>
        {reviews.data !== undefined && <Average reviews={reviews.data} />}
      </div>
      {reviews.isPending && <Spinner label={t('reviews.loading')} />}
      {reviews.isError && (
        <Notice tone="bad" className="measure">
          <p>{t('reviews.failed')}</p>
          <p className="text-muted">{t(failureKey(reviews.error))}</p>
          <Button look="line" className="mt-3" onClick={() => void reviews.refetch()}>
            {t('retry')}
          </Button>
        </Notice>
      )}
      {reviews.data !== undefined && <Reviews reviews={reviews.data} />}
    </section>
  );
}

function Average({ reviews }: { reviews: Review[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const average = averageRating(reviews);
  if (average === undefined) return null;
  const amount = formatNumber(average, language, 1);
  return (
    <p className="flex items-center gap-3 text-small text-muted">
      <Stars rating={average} label={t('reviews.stars', { rating: amount })} />
      {t('reviews.average', { average: amount })}
    </p>
  );
}

function Reviews({ reviews }: { reviews: Review[] }) {
  const { t } = useTranslation();
  if (reviews.length === 0) return <p className="text-muted">{t('reviews.empty')}</p>;
  return (
    <Carousel
      label={t('reviews.title')}
      previousLabel={t('reviews.previous')}
      nextLabel={t('reviews.next')}
      className="*:w-full *:shrink-0 *:snap-start md:*:w-[calc((100%-2.5rem)/3)]"
    >
      {reviews.map((review) => (
        <ReviewCard key={review.id} review={review} />
      ))}
    </Carousel>
  );
}
