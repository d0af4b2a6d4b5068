import { useEffect } from 'react';
import { asFailure, failureKey } from '@/shared/api/failures';
import { useTranslation } from '@/shared/i18n';
import { LocalLink } from '@/shared/ui/local-link';
import { Button, buttonClass } from '@/shared/ui/button';
import { CloseIcon } from '@/shared/ui/icons';
import { isolated } from './order-text';
import {
  recoverOrders,
  forgetOrder,
  reopenOrder,
  useQueuedOrders,
  type QueuedOrder,
} from './order-queue';
import { useOrderSender } from './use-order-sender';

/**
 * The queued orders, on every page. They are sent automatically. A rejected one is shown with a link to
 * the form, where it can be corrected.
 */
export function PendingOrders() {
  const orders = useQueuedOrders();
  const sender = useOrderSender(orders);
  useEffect(() => void recoverOrders(), []);
  const { t } = useTranslation();
  if (orders.length === 0) return null;
  const waiting = orders.filter(({ refusal }) => refusal === null);
  const refused = orders.filter(({ refusal }) => refusal !== null);
  return (
    <section
      aria-label={t('outbox.label')}
      className="pending-orders fixed start-4 bottom-[calc(1rem+var(--bar,0px))] z-40 max-h-[60dvh] max-w-[min(24rem,calc(100vw-6.5rem))] overflow-y-auto border-s-4 border-accent bg-ink text-small text-ground"
    >
      {refused.map((order) => (
        <RefusedOrder key={order.draft.id} order={order} />
      ))}
      {waiting.length > 0 && <Waiting orders={waiting} {...sender} />}
    </section>
  );
}

// The default hover colour would be invisible on the dark background.
const onInk = 'hover:bg-ground! hover:text-ink!';

type WaitingProps = { orders: QueuedOrder[]; sending: boolean; failed: boolean; send: () => void };

function Waiting({ orders, sending, failed, send }: WaitingProps) {
  const { t } = useTranslation();
  return (
    <details className="px-4 py-1">
      <summary className="py-2.5 font-medium">
        {t('outbox.waiting', { count: orders.length })}
      </summary>
      <p>{t(failed ? 'outbox.still' : 'outbox.waitingText')}</p>
      <ul>
        {orders.map(({ draft }) => (
          <li key={draft.id} className="flex items-center justify-between gap-3">
            <bdi dir="ltr">{draft.number}</bdi>
            <CancelButton draft={draft} />
          </li>
        ))}
      </ul>
      <Button className={`mb-3 ${onInk}`} disabled={sending} onClick={send}>
        {t(sending ? 'outbox.sending' : 'outbox.sendNow')}
      </Button>
    </details>
  );
}

function CancelButton({ draft: { id, number } }: Pick<QueuedOrder, 'draft'>) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      aria-label={t('outbox.cancel', { number: isolated(number) })}
      className="grid size-11 place-items-center"
      onClick={() => forgetOrder(id)}
    >
      <CloseIcon />
    </button>
  );
}

function RefusedOrder({ order }: { order: QueuedOrder }) {
  const { t } = useTranslation();
  const { draft, refusal } = order;
  const reason = refusal === null ? '' : t(failureKey(asFailure(refusal)));
  return (
    <div role="alert" className="flex items-start gap-3 py-2 ps-4 pe-2">
      <div className="grow">
        <p className="pt-2 font-medium">
          {t('outbox.refused', { number: isolated(draft.number) })}
        </p>
        <p>{reason}</p>
        <LocalLink
          to="/book#order"
          state={{ reopened: draft.id }}
          className={buttonClass('solid', `my-3 ${onInk}`)}
          onClick={() => reopenOrder(order)}
        >
          {t('outbox.mend')}
        </LocalLink>
      </div>
      <CancelButton draft={draft} />
    </div>
  );
}
