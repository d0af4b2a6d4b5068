import { useTranslation } from 'react-i18next';
import { useChangeRow } from '../../admin/rows/use-change-row';
import { Switch } from '../../ui/switch';
import type { Review } from './review';

type Props = { review: Review; mark: 'verified' | 'featured' };

/** Whether the purchase was proven, or the author has chosen the review. */
export function ReviewMarkSwitch({ review, mark }: Props) {
  const { t } = useTranslation('admin-reviews');
  const { id, name } = review;
  const change = useChangeRow('book_reviews', { failed: t('said.failed', { name }) });
  return (
    <Switch
      label={t(mark === 'verified' ? 'verifiedOf' : 'featuredOf', { name })}
      on={review[mark]}
      onChange={(on) =>
        change.mutate({ id, set: mark === 'verified' ? { verified: on } : { featured: on } })
      }
    />
  );
}
