import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '@/i18n/format';
import { CheckIcon } from '@/ui/icons';
import type { TrackedOrder } from './use-track-order';

const steps = ['received', 'confirmed', 'paid', 'fulfilled'] as const;

/** The steps of an order: solid lines to reached ones, dashed lines to the others. */
export function OrderTimeline({ order }: { order: TrackedOrder }) {
  const { t } = useTranslation('checkout');
  const date = t('track.on', { date: formatDate(order.orderedAt) });
  return (
    <>
      <ol className="timeline mt-10">
        {steps.map((step, at) => {
          const reached = step === 'received' || order.reached[step];
          const rise: CSSProperties & { '--step': number } = { '--step': at };
          return (
            <li key={step} data-reached={reached} style={rise} className="timeline-step">
              <span aria-hidden="true" className="timeline-mark">
                {reached && <CheckIcon />}
              </span>
              <span className={reached ? 'font-medium' : 'text-muted'}>
                {t(`track.steps.${step}`)}
              </span>
              <span className="sr-only">{t(reached ? 'track.reached' : 'track.ahead')}</span>
              {step === 'received' && <span className="text-small text-muted">{date}</span>}
            </li>
          );
        })}
      </ol>
      <p className="mt-4 text-small text-muted">{t('track.copies', { count: order.quantity })}</p>
    </>
  );
}
