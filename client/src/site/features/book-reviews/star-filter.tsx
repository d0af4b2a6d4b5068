import { useTranslation } from '@/shared/i18n';
import { Star } from '@/shared/ui/stars';
import { ratings } from './new-review';
import type { Review } from './review';

type Props = {
  reviews: Pick<Review, 'rating'>[];
  chosen: number | undefined;
  onChoose: (rating: number | undefined) => void;
};

/** The distribution of ratings. Each line filters by its rating; a second click shows all. */
export function StarFilter({ reviews, chosen, onChoose }: Props) {
  const { t } = useTranslation('book');
  return (
    <div
      role="group"
      aria-label={t('reviews.filter')}
      className="grid w-full max-w-104 grid-cols-1"
    >
      {ratings.toReversed().map((rating) => (
        <Line
          key={rating}
          rating={rating}
          amount={reviews.filter((review) => review.rating === rating).length}
          total={reviews.length}
          pressed={rating === chosen}
          onPress={() => onChoose(rating === chosen ? undefined : rating)}
        />
      ))}
    </div>
  );
}

type LineProps = {
  rating: number;
  amount: number;
  total: number;
  pressed: boolean;
  onPress: () => void;
};

function Line({ rating, amount, total, pressed, onPress }: LineProps) {
  const { t } = useTranslation('book');
  const label = `${t('reviews.only', { count: rating })}: ${t('reviews.amount', { count: amount })}`;
  return (
    <button
      type="button"
      aria-pressed={pressed}
      disabled={amount === 0}
      onClick={onPress}
      className="grid min-h-11 grid-cols-[1ch_1.125rem_1fr_3ch] items-center gap-3 px-2 text-small tabular-nums enabled:hover:bg-raised disabled:text-faint aria-pressed:bg-ink aria-pressed:text-ground"
    >
      <span className="sr-only">{label}</span>
      <span aria-hidden="true">{rating}</span>
      <Star className="size-4.5" full />
      <span aria-hidden="true" className="h-px bg-line">
        <span
          style={{ inlineSize: `${(amount / total) * 100}%` }}
          className="-mt-0.5 block h-1 bg-accent"
        />
      </span>
      <span aria-hidden="true" className="text-end">
        {amount}
      </span>
    </button>
  );
}
