import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { orderCode, type OrderCode } from '../../features/confirmation/order-code';
import { OrderSlip } from '../../features/confirmation/order-slip';
import { ReceiptSection } from '../../features/confirmation/receipt-section';
import { TrackOrderSection } from '../../features/order-tracking/track-order-section';
import { useSettings } from '../../features/settings/use-settings';
import { LocalLink } from '../../i18n/local-link';
import { buttonClass } from '../../ui/button';
import { PageHead } from '../../ui/page-head';

/** An order by its number: slip, receipt and how far it has come. The number alone tells nothing else. */
export function ConfirmationPage() {
  const { t } = useTranslation('checkout');
  const { search, state } = useLocation();
  const order = orderCode(new URLSearchParams(search).get('order'));
  const { wordmark } = useSettings();
  const known = buyerIn(state);
  return (
    <div className="gutter pt-28 pb-20 md:pb-28 lg:pt-36">
      <PageHead title={t('order.head')} noindex />
      <Opening order={order} />
      <div className="mt-12 grid grid-cols-1 items-start gap-x-20 gap-y-16 lg:grid-cols-[1.4fr_1fr]">
        <div className="grid grid-cols-1 gap-16">
          {'code' in order && order.kind !== 'odd' && (
            <OrderSlip
              code={order.code}
              wordmark={wordmark}
              demonstration={order.kind === 'demo'}
            />
          )}
          {order.kind !== 'demo' && (
            <TrackOrderSection
              number={order.kind === 'order' ? order.code : ''}
              phone={known?.phone}
            />
          )}
        </div>
        {order.kind === 'order' && <ReceiptSection code={order.code} email={known?.email} />}
      </div>
      <LocalLink to="/" className={buttonClass('solid', 'no-print mt-16 min-h-13')}>
        {t('order.home')}
      </LocalLink>
    </div>
  );
}

function Opening({ order }: { order: OrderCode }) {
  const { t } = useTranslation('checkout');
  const titles = {
    order: t('order.title'),
    demo: t('order.demoTitle'),
    odd: t('order.none'),
    none: t('order.none'),
  };
  return (
    <>
      <p className="label font-bold text-accent">{t('order.label')}</p>
      <h1 className="display mt-4 text-heading">{titles[order.kind]}</h1>
      <p className="no-print measure mt-6 text-lead text-muted">
        {order.kind === 'order' && t('order.lead')}
        {order.kind === 'demo' && t('order.demoLead')}
        {order.kind === 'none' && t('order.noneLead')}
        {order.kind === 'odd' && t('order.odd', { code: order.code })}
      </p>
    </>
  );
}

/** What the thanks of an order hand on within this browser; no part of it is in the address. */
function buyerIn(state: unknown): { email: string; phone: string } | undefined {
  if (typeof state !== 'object' || state === null) return undefined;
  const { email, phone }: Record<string, unknown> = { ...state };
  return typeof email === 'string' && typeof phone === 'string' ? { email, phone } : undefined;
}
