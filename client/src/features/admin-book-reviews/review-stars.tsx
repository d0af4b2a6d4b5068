import { useTranslation } from 'react-i18next';
import { Stars } from '../../ui/stars';

/** How many of five stars a reader gave. */
export function ReviewStars({ rating }: { rating: number }) {
  const { t } = useTranslation('admin-reviews');
  return <Stars rating={rating} label={t('stars', { rating })} />;
}
