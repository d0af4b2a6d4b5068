import type { CSSProperties } from 'react';
import { useTranslation } from '@/shared/i18n';
import { formatDate } from '@/shared/i18n/format';
import { LocalLink } from '@/shared/ui/local-link';
import { CheckIcon } from '@/shared/ui/icons';
import type { TrackedOrder } from './use-track-order';

// Cash on delivery: the parcel comes before the money.
const steps = ['received', 'confirmed', 'fulfilled', 'paid'] as const;

/** The steps of an order: solid lines to reached ones, dashed lines to the others, and how it has ended. */
export function OrderTimeline({ order }: { order: TrackedOrder }) {
  const { t } = useTranslation('checkout');
  // An order that has ended has no later step.
  const shown =
    order.ended === undefined
      ? steps
      : steps.filter((step) => step === 'received' || order.reached[step]);
  const date = t('track.on', { date: formatDate(order.orderedAt) });
  return (
    <>
      <ol className="timeline mt-10">
        {shown.map((step, at) => {
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
      {order.ended !== undefined && (
        <div className="mt-4 border-s-4 border-accent ps-4">
          <p className="font-medium">{t(`track.ended.${order.ended}`)}</p>
          <p className="mt-1 text-small">
            <LocalLink
              to="/contact"
              className="underline decoration-line underline-offset-4 hover:decoration-accent"
            >
              {t('track.contact')}
            </LocalLink>
          </p>
        </div>
      )}
      <p className="mt-4 text-small text-muted">{t('track.copies', { count: order.quantity })}</p>
    </>
  );
}
