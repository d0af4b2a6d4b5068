import { useTranslation } from '@/shared/i18n';
import { Pill } from '@/shared/ui/pill';
import { Stars } from '@/shared/ui/stars';
import { useChangeRow } from '@/admin/kit/rows/use-change-row';
import { Switch } from '@/admin/kit/switch';
import { stateOf, toneOf, type Review } from './review';

/** The status of a review. */
export function ReviewStatePill({ review }: { review: Review }) {
  const { t } = useTranslation('admin-reviews');
  return <Pill tone={toneOf(review)}>{t(`status.${stateOf(review)}`)}</Pill>;
}

/** The rating of a review. */
export function ReviewStars({ rating }: { rating: number }) {
  const { t } = useTranslation('admin-reviews');
  return <Stars rating={rating} label={t('stars', { rating })} />;
}

type Props = { review: Review; mark: 'verified' | 'featured' };

/** The switch of a flag: verified purchase or featured. */
export function ReviewMarkSwitch({ review, mark }: Props) {
  const { t } = useTranslation('admin-reviews');
  const { id, name } = review;
  const change = useChangeRow('book_reviews', { failed: t('said.failed', { name }) });
  return (
    <Switch
      label={t(mark === 'verified' ? 'verifiedOf' : 'featuredOf', { name })}
      on={review[mark]}
      disabled={mark === 'featured' && stateOf(review) === 'rejected'}
      onChange={(on) =>
        change.mutate({ id, set: mark === 'verified' ? { verified: on } : { featured: on } })
      }
    />
  );
}
