import { useTranslation } from 'react-i18next';
import { Pill } from '../../ui/pill';
import { stateOf, toneOf, type Review } from './review';

/** Whether a review waits, shows or does not. */
export function ReviewStatePill({ review }: { review: Review }) {
  const { t } = useTranslation('admin-reviews');
  return <Pill tone={toneOf(review)}>{t(`status.${stateOf(review)}`)}</Pill>;
}
