import { useTranslation } from '@/shared/i18n';
import { Star } from '@/shared/ui/stars';
import { defaultRating, ratings } from './new-review';

/** One to five stars as a radio group. */
export function RatingField() {
  const { t } = useTranslation('book');
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-small font-medium">{t('reviews.form.rating')}</legend>
      <div className="star-choice flex w-fit flex-wrap text-star">
        {ratings.map((rating) => (
          <label
            key={rating}
            className="grid size-12 place-items-center rounded-block has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="rating"
              value={rating}
              defaultChecked={rating === defaultRating}
              aria-label={t('reviews.form.star', { count: rating })}
              className="sr-only"
            />
            <Star className="size-8" />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
