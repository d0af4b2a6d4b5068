import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../i18n/format';
import { Dialog } from '../../ui/dialog';
import { OrderAmount } from './order-amount';
import { orderFlags, type Order } from './order-flag';
import { OrderFlagSwitch } from './order-flag-switch';

type Props = { order: Order | undefined; onClose: () => void };

/** One order in full; open while there is one. */
export function OrderDetails({ order, onClose }: Props) {
  const { t } = useTranslation('admin');
  const { t: site } = useTranslation();
  return (
    <Dialog
      open={order !== undefined}
      onClose={onClose}
      title={order === undefined ? t('orders.details') : t('orders.one')}
      closeLabel={site('close')}
      className="max-w-2xl"
    >
      {order !== undefined && (
        <>
          <OrderFacts order={order} />
          <div className="mt-6 grid gap-x-6 border-t border-line pt-3 sm:grid-cols-3">
            {orderFlags.map((flag) => (
              <div key={flag} className="flex items-center justify-between gap-2 sm:justify-start">
                <span aria-hidden="true">{t(`orders.flags.${flag}`)}</span>
                <OrderFlagSwitch order={order} flag={flag} />
              </div>
            ))}
          </div>
        </>
      )}
    </Dialog>
  );
}

function OrderFacts({ order }: { order: Order }) {
  const { t } = useTranslation('admin');
  const link = 'underline decoration-line underline-offset-4 hover:decoration-accent';
  return (
    <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
      <Fact name={t('orders.fields.number')}>
        <bdi dir="ltr" className="coordinate">
          {order.order_number}
        </bdi>
      </Fact>
      <Fact name={t('orders.fields.ordered')}>
        <bdi dir="ltr">{formatMoment(order.created_at)}</bdi>
      </Fact>
      <Fact name={t('orders.fields.buyer')}>{order.buyer_name}</Fact>
      <Fact name={t('orders.fields.phone')}>
        <a href={`tel:${order.buyer_phone}`} dir="ltr" className={link}>
          {order.buyer_phone}
        </a>
      </Fact>
      <Fact name={t('orders.fields.email')}>
        <a href={`mailto:${order.buyer_email}`} dir="ltr" className={link}>
          {order.buyer_email}
        </a>
      </Fact>
      <Fact name={t('orders.fields.address')}>
        <Address order={order} />
      </Fact>
      <Fact name={t('orders.fields.quantity')}>{order.quantity}</Fact>
      <Fact name={t('orders.fields.total')}>
        <OrderAmount order={order} />
      </Fact>
      <Fact name={t('orders.fields.payment')}>
        <Payment method={order.payment_method} />
      </Fact>
      <Fact name={t('orders.fields.notes')}>
        <Notes text={order.notes} />
      </Fact>
      <Fact name={t('orders.fields.changed')}>
        <bdi dir="ltr">{formatMoment(order.updated_at)}</bdi>
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

function Address({ order }: { order: Order }) {
  const place = [order.shipping_postal_code, order.shipping_city].filter(Boolean).join(' ');
  return [order.shipping_address, place].filter((line) => line !== '').join('\n');
}

const methods = ['card', 'bank_transfer', 'stripe'] as const;

// cash and cod are two words for paying at the door.
function Payment({ method }: { method: string }) {
  const { t } = useTranslation('admin');
  const known = methods.find((each) => each === method);
  return known === undefined ? t('orders.methods.cash') : t(`orders.methods.${known}`);
}

// The public form leaves the edition wanted here, as fr or ar.
function Notes({ text }: { text: string | null }) {
  const { t } = useTranslation('admin');
  if (text === 'fr' || text === 'ar') return t(`orders.editions.${text}`);
  return text ?? t('orders.none');
}
