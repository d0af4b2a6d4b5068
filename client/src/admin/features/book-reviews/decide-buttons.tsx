import { useTranslation } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import type { Decision, Review } from './review';
import { useDecide } from './use-decide';

const decisions = ['approved', 'rejected'] as const satisfies readonly Decision[];

type Props = { review: Review; size?: 'row' | 'drawer' };

/**
 * The buttons to approve and reject. The button of the current status is disabled but stays, so that focus
 * and layout do not change.
 */
export function DecideButtons({ review, size = 'row' }: Props) {
  const { t } = useTranslation('admin-reviews');
  const decide = useDecide([review]);
  const { name, status } = review;
  const words = {
    approved: { label: t('approve'), name: t('approveOf', { name }) },
    rejected: { label: t('reject'), name: t('rejectOf', { name }) },
  };
  return (
    <div className={`flex gap-2 ${size === 'row' ? 'lg:flex-nowrap' : 'flex-wrap'}`}>
      {decisions.map((decision) => (
        <Button
          key={decision}
          look={decision === 'approved' && status === 'pending' ? 'solid' : 'line'}
          aria-label={words[decision].name}
          aria-disabled={decision === status}
          onClick={() => decide(review, decision)}
          className={`aria-disabled:pointer-events-none aria-disabled:border-line aria-disabled:text-faint ${size === 'row' ? 'px-3! lg:min-h-8! lg:py-1!' : ''}`}
        >
          {words[decision].label}
        </Button>
      ))}
    </div>
  );
}
