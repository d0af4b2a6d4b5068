import { useTranslation } from '@/shared/i18n';
import { formatDateTime } from '@/shared/i18n/format';
import { orderFlags, type Order } from './order-flag';
import { OrderFlagSwitch } from './order-flags';
import { useOrderTimes, type FlagTime } from './use-order-times';

/** The timeline of an order: time and author of each step, with its switch. */
export function OrderTimeline({ order }: { order: Order }) {
  const { t } = useTranslation('admin-orders');
  const { data: times } = useOrderTimes(order.id);
  return (
    <ol className="relative grid before:absolute before:inset-y-4 before:start-[0.34rem] before:w-px before:bg-line">
      <li className="relative flex min-h-11 items-center gap-4 lg:min-h-9">
        <Mark done />
        <span className="font-medium">{t('timeline.ordered')}</span>
        <Time time={{ at: order.created_at, who: null }} />
      </li>
      {orderFlags.map((flag) => (
        <li key={flag} className="relative flex min-h-11 items-center gap-4 lg:min-h-9">
          <Mark done={order[flag]} />
          <span className={order[flag] ? 'font-medium' : 'text-muted'}>{t(`flags.${flag}`)}</span>
          {order[flag] && <Time time={times?.[flag]} />}
          {!order[flag] && <span className="text-small text-muted">{t('timeline.open')}</span>}
          <span className="ms-auto">
            <OrderFlagSwitch order={order} flag={flag} />
          </span>
        </li>
      ))}
    </ol>
  );
}

const Mark = ({ done = false }: { done?: boolean }) => (
  <span
    aria-hidden="true"
    className={`z-10 size-3 shrink-0 rounded-full border ${done ? 'border-good bg-good' : 'border-edge bg-raised'}`}
  />
);

function Time({ time }: { time: FlagTime | undefined }) {
  const { t } = useTranslation('admin-orders');
  if (time === undefined) return null;
  return (
    <span className="min-w-0 text-small text-muted">
      <time dateTime={time.at} dir="ltr" className="whitespace-nowrap">
        {formatDateTime(time.at)}
      </time>{' '}
      {time.who !== null && (
        <bdi className="wrap-anywhere">{t('timeline.by', { who: time.who })}</bdi>
      )}
    </span>
  );
}
