import type { ReactNode } from 'react';
import { useTranslation } from '@/shared/i18n';
import { formatDateTime } from '@/shared/i18n/format';
import { addressOf, callLink } from './buyer';
import { OrderAmount } from './order-parts';
import { methodOf, type Order } from './order-flag';
import { editionOf } from './order-edition';

const link = 'underline decoration-line underline-offset-4 hover:decoration-accent';

/** The order data: items, buyer and address. */
export function OrderFacts({ order }: { order: Order }) {
  const { t } = useTranslation('admin-orders');
  const edition = editionOf(order);
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
      <Fact name={t('fields.buyer')}>{order.buyer_name}</Fact>
      <Fact name={t('fields.phone')}>
        <a href={callLink(order)} dir="ltr" className={link}>
          {order.buyer_phone}
        </a>
      </Fact>
      <Fact name={t('fields.address')}>{addressOf(order) || t('none')}</Fact>
      <Fact name={t('fields.email')}>
        <a href={`mailto:${order.buyer_email}`} dir="ltr" className={link}>
          {order.buyer_email}
        </a>
      </Fact>
      <Fact name={t('fields.quantity')}>
        {order.quantity}
        {edition !== undefined && ` · ${t(`editions.${edition}`)}`}
      </Fact>
      <Fact name={t('fields.total')}>
        <OrderAmount order={order} />
      </Fact>
      {order.refunded_amount > 0 && (
        <Fact name={t('refund.refunded')}>
          <OrderAmount order={order} amount={order.refunded_amount} />
        </Fact>
      )}
      <Fact name={t('fields.payment')}>{t(`methods.${methodOf(order)}`)}</Fact>
      <Fact name={t('fields.changed')}>
        <bdi dir="ltr">{formatDateTime(order.updated_at)}</bdi>
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-small text-muted">{name}</dt>
      <dd className="whitespace-pre-line wrap-anywhere">
        <bdi>{children}</bdi>
      </dd>
    </div>
  );
}
