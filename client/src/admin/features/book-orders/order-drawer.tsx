import { MessageCircle, Phone } from 'lucide-react';
import { Drawer } from '@/admin/kit/drawer';
import { RecordHistory } from '@/admin/kit/record-history';
import type { RowNavigation } from '@/admin/kit/use-open-row';
import { useTranslation } from '@/shared/i18n';
import { buttonClass } from '@/shared/ui/button';
import { callLink, useBuyerChat } from './buyer';
import { OrderActions } from './order-actions';
import { OrderFacts } from './order-facts';
import { warningsOf, type Order } from './order-flag';
import { OrderHistory } from './order-history';
import { OrderMailLanguage } from './order-mail-language';
import { OrderNotes } from './order-notes';
import { OrderDocuments } from './order-documents';
import { OrderStepPill } from './order-parts';
import { OrderTimeline } from './order-timeline';

type Props = { order: Order | undefined; steps: RowNavigation; onClose: () => void };

/** The drawer of an order, with its details and actions; open while an order is given. */
export function OrderDrawer({ order, steps, onClose }: Props) {
  const { t } = useTranslation('admin-orders');
  return (
    <Drawer
      open={order !== undefined}
      onClose={onClose}
      steps={steps}
      row={order?.id}
      title={
        <>
          <span className="sr-only">{t('one')} </span>
          <bdi dir="ltr" className="coordinate whitespace-nowrap max-sm:text-small">
            {order?.order_number}
          </bdi>
        </>
      }
      aside={
        // On a phone the status is in the timeline below: the header has room for the number only.
        order && (
          <span className="max-sm:hidden">
            <OrderStepPill order={order} />
          </span>
        )
      }
      foot={order && order.erased_at === null && <ContactLinks order={order} />}
    >
      {order && <OrderBody key={order.id} order={order} onDeleted={onClose} />}
    </Drawer>
  );
}

function OrderBody({ order, onDeleted }: { order: Order; onDeleted: () => void }) {
  const { t } = useTranslation('admin-orders');
  return (
    <div className="grid gap-6">
      <div className="grid gap-2 empty:hidden" role="status">
        {order.erased_at !== null && <p className="text-small text-muted">{t('erased')}</p>}
        {warningsOf(order).map((warning) => (
          <p key={warning} className="border-s-4 border-accent bg-ground px-3 py-2 text-small">
            {t(`warnings.${warning}`)}
          </p>
        ))}
      </div>
      <section aria-label={t('timeline.title')}>
        <OrderTimeline order={order} />
      </section>
      <OrderActions order={order} onDeleted={onDeleted} />
      <OrderFacts order={order} />
      <OrderMailLanguage order={order} />
      <OrderDocuments order={order} />
      <OrderNotes order={order} />
      <OrderHistory order={order} />
      <RecordHistory table="book_orders" id={order.id} />
    </div>
  );
}

/** Links to call and to write, in the footer. */
function ContactLinks({ order }: { order: Order }) {
  const { t } = useTranslation('admin-orders');
  const chat = useBuyerChat(order);
  const button = buttonClass('line', 'max-sm:grow lg:min-h-9 [&_svg]:size-4');
  return (
    <>
      <a href={callLink(order)} className={button}>
        <Phone aria-hidden="true" />
        {t('call')}
      </a>
      <a href={chat} target="_blank" rel="noreferrer" className={button}>
        <MessageCircle aria-hidden="true" />
        {t('whatsapp')}
      </a>
    </>
  );
}
