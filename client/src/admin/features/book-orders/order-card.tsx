import { MessageCircle, Phone } from 'lucide-react';
import { useTranslation } from '@/shared/i18n';
import { formatDate } from '@/shared/i18n/format';
import { callLink, useBuyerChat } from './buyer';
import { OrderAmount, OrderStepPill } from './order-parts';
import { orderFlags, type Order } from './order-flag';
import { OrderFlagSwitch } from './order-flags';

/** An order as a card, with buttons to call and to write. */
export function OrderCard({ row: order }: { row: Order }) {
  const { t } = useTranslation('admin-orders');
  return (
    <div className="grid gap-1.5">
      <p className="flex flex-wrap items-center justify-between gap-x-3 text-small text-muted">
        <bdi dir="ltr" className="coordinate">
          {order.order_number}
        </bdi>
        <OrderStepPill order={order} />
      </p>
      <div className="flex items-center gap-2">
        <div className="min-w-0 grow">
          <h2 className="text-body font-medium wrap-anywhere">
            <bdi>{order.buyer_name}</bdi>
          </h2>
          <p className="flex flex-wrap gap-x-3 text-small wrap-anywhere text-muted">
            <bdi>{order.shipping_city}</bdi>
            <bdi>{formatDate(order.created_at)}</bdi>
            <OrderAmount order={order} />
            <span>{t('copies', { count: order.quantity })}</span>
          </p>
        </div>
        <ContactLinks order={order} />
      </div>
      <dl className="-ms-2 flex">
        {orderFlags.map((flag) => (
          <div key={flag} className="flex grow flex-col items-center">
            <dt className="text-label text-muted">{t(`flags.${flag}`)}</dt>
            <dd>
              <OrderFlagSwitch order={order} flag={flag} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function ContactLinks({ order }: { order: Order }) {
  const { t } = useTranslation('admin-orders');
  const chat = useBuyerChat(order);
  const button =
    'grid size-11 place-items-center rounded-block border border-edge text-ink hover:border-ink [&_svg]:size-5';
  return (
    <div className="flex shrink-0 gap-2">
      <a
        href={callLink(order)}
        aria-label={t('callOf', { buyer: order.buyer_name })}
        className={button}
      >
        <Phone aria-hidden="true" />
      </a>
      <a
        href={chat}
        target="_blank"
        rel="noreferrer"
        aria-label={t('whatsappOf', { buyer: order.buyer_name })}
        className={button}
      >
        <MessageCircle aria-hidden="true" />
      </a>
    </div>
  );
}
