import { useLanguage, useTranslation } from '@/shared/i18n';
import { languageNameIn } from '@/shared/i18n/language-names';
import { localisedOrAny } from '@/shared/i18n/localised';
import { CheckIcon } from '@/shared/ui/icons';
import { Star, Stars } from '@/shared/ui/stars';
import type { Review } from './review';

/** A review, in the language of the page if available, else in its original language. */
export function ReviewCard({ review }: { review: Review }) {
  const { t } = useTranslation('book');
  const language = useLanguage();
  const written = localisedOrAny(review, 'comment', language);
  return (
    <li className="flex flex-col gap-4 border-t-2 border-accent bg-raised p-6">
      <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <Stars rating={review.rating} label={t('reviews.stars', { rating: review.rating })} />
        {written.lang !== language && (
          <span className="text-label text-muted">
            {t('reviews.originally', { language: languageNameIn(written.lang, language) })}
          </span>
        )}
      </p>
      <blockquote lang={written.lang} dir={written.dir} className="grow">
        <p>{written.text}</p>
      </blockquote>
      <div className="flex flex-wrap items-center justify-between gap-3 text-small">
        <span dir="auto" className="font-medium">
          {review.name}
        </span>
        <Badges review={review} />
      </div>
    </li>
  );
}

/** Badges for a verified purchase, which has an order behind it, and a featured review. */
function Badges({ review }: { review: Review }) {
  const { t } = useTranslation('book');
  return (
    <>
      {review.verified && review.ordered && (
        <span className="flex items-center gap-1.5 text-good">
          <CheckIcon />
          {t('reviews.verified')}
        </span>
      )}
      {review.featured && (
        <span className="flex items-center gap-1.5 text-accent">
          <Star className="size-4.5" full />
          {t('reviews.featured')}
        </span>
      )}
    </>
  );
}
