import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n';
import { directionOf, languages, type Language } from '../../i18n/language';
import { CheckIcon } from '../../ui/icons';
import { Stars } from '../../ui/stars';
import type { Review } from './review';

/** One review, in the language of the page where it has one, else in the one that it was written in. */
export function ReviewCard({ review }: { review: Review }) {
  const { t } = useTranslation('book');
  const language = useLanguage();
  const written = commentOf(review, language);
  return (
    <li className="flex flex-col gap-4 border-t-2 border-accent bg-raised p-6">
      <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <Stars rating={review.rating} label={t('reviews.stars', { rating: review.rating })} />
        {written.language !== language && (
          <span className="text-label text-muted">
            {t('reviews.originally', { language: nameOf(written.language, language) })}
          </span>
        )}
      </p>
      <blockquote lang={written.language} dir={directionOf(written.language)} className="grow">
        <p>{written.text}</p>
      </blockquote>
      <div className="flex flex-wrap items-center justify-between gap-3 text-small">
        <span dir="auto" className="font-medium">
          {review.name}
        </span>
        {review.verified && (
          <span className="flex items-center gap-1.5 text-good">
            <CheckIcon />
            {t('reviews.verified')}
          </span>
        )}
      </div>
    </li>
  );
}

function commentOf(review: Review, language: Language): { text: string; language: Language } {
  const order = [language, ...languages.filter((other) => other !== language)];
  const found = order.find((candidate) => (review[`comment_${candidate}`] ?? '').trim() !== '');
  const written = found ?? language;
  return { text: review[`comment_${written}`] ?? '', language: written };
}

const nameOf = (language: Language, inLanguage: Language) =>
  new Intl.DisplayNames(inLanguage, { type: 'language' }).of(language) ?? language;
