import { useLocation } from 'react-router';
import { useTranslation } from '@/shared/i18n';
import { RidgeDrawing } from '@/shared/art/ridge-drawing';
import { orderCode, type OrderCode } from '@/site/features/confirmation/order-code';
import { wasPlacedHere } from '@/site/features/book-order/placed-here';
import { isolated } from '@/site/features/book-order/order-text';
import { DemoReceipt } from '@/site/features/confirmation/demo-receipt';
import { OrderNumberCard } from '@/site/features/confirmation/order-number-card';
import { ReceiptSection } from '@/site/features/confirmation/receipt-section';
import { TrackOrderSection } from '@/site/features/order-tracking/track-order-section';
import { useSettings } from '@/shared/settings/use-settings';
import { LocalLink } from '@/shared/ui/local-link';
import { Button, buttonClass } from '@/shared/ui/button';
import { OrderPage } from './order-page';

/**
 * The page of an order by its number: number, tracking and receipt. The number alone reveals no data. After a
 * demonstration of the checkout: its code and its slip.
 */
export function ConfirmationPage() {
  const { t } = useTranslation('checkout');
  const { search, state } = useLocation();
  const order = orderCode(new URLSearchParams(search).get('order'));
  const { wordmark } = useSettings();
  const known = buyerIn(state);
  // Whether a number exists only its phone or e-mail can tell: thanks are for orders of this session.
  const isPlaced = order.kind === 'order' && (known !== undefined || wasPlacedHere(order.code));
  const isDemo = order.kind === 'demo';
  const hasCode = isDemo || order.kind === 'order';
  return (
    <OrderPage title={t(isDemo ? 'head.title' : 'order.head')}>
      <Opening order={order} isPlaced={isPlaced} />
      <div className="mt-12 grid grid-cols-1 items-start gap-x-20 gap-y-16 lg:grid-cols-[1.4fr_1fr]">
        {hasCode && (
          <div className="lg:col-span-2">
            <OrderNumberCard
              label={t(isDemo ? 'order.demoNumber' : 'order.number')}
              code={order.code}
              note={isPlaced ? t('order.delivery') : undefined}
              wordmark={wordmark}
            >
              {isDemo && <DemoReceipt code={order.code} />}
              {isPlaced && (
                <Button look="line" onClick={() => window.print()}>
                  {t('order.print')}
                </Button>
              )}
            </OrderNumberCard>
          </div>
        )}
        {!isDemo && (
          <TrackOrderSection
            number={order.kind === 'order' ? order.code : ''}
            phone={known?.phone}
          />
        )}
        {order.kind === 'order' && <ReceiptSection code={order.code} email={known?.email} />}
        {!hasCode && <OrderNumberHint />}
      </div>
      {hasCode && (
        <p className="no-print measure mt-12 border-s-4 border-accent ps-4">
          {t(isDemo ? 'order.demoNotPaid' : 'order.notPaid')}
        </p>
      )}
      {!isDemo && !isPlaced && <NoSuchOrder />}
      <LocalLink to="/" className={buttonClass('line', 'no-print mt-12 min-h-13')}>
        {t('order.home')}
      </LocalLink>
    </OrderPage>
  );
}

function Opening({ order, isPlaced }: { order: OrderCode; isPlaced: boolean }) {
  const { t } = useTranslation('checkout');
  const titles = {
    order: isPlaced ? t('order.title') : t('order.none'),
    demo: t('order.demoTitle'),
    invalid: t('order.none'),
    none: t('order.none'),
  };
  return (
    <>
      <p className="label font-bold text-accent">
        {t(order.kind === 'demo' ? 'demo' : 'order.label')}
      </p>
      <h1 className="display mt-4 text-heading">{titles[order.kind]}</h1>
      <p className="no-print measure mt-6 text-lead text-muted">
        {order.kind === 'order' &&
          t(isPlaced ? 'order.lead' : 'order.unproven', { code: isolated(order.code) })}
        {order.kind === 'demo' && t('order.demoLead')}
        {order.kind === 'none' && t('order.noneLead')}
        {order.kind === 'invalid' && t('order.odd', { code: order.code })}
      </p>
    </>
  );
}

/** Ways out for a visitor whose number belongs to no order. */
function NoSuchOrder() {
  const { t } = useTranslation('checkout');
  return (
    <p className="no-print measure mt-12">
      {t('order.noSuch')}{' '}
      <LocalLink to="/contact" className={textLink}>
        {t('order.write')}
      </LocalLink>
      {' · '}
      <LocalLink to="/book" className={textLink}>
        {t('order.book')}
      </LocalLink>
    </p>
  );
}

const textLink = 'inline-flex min-h-11 items-center underline underline-offset-4 hover:text-accent';

/** A hint where to find the order number. */
function OrderNumberHint() {
  const { t } = useTranslation('checkout');
  return (
    <section aria-labelledby="where-title" className="no-print max-w-[26rem]">
      <RidgeDrawing slug="everest" heightM={8848} className="mb-8 text-muted" />
      <h2 id="where-title" className="display text-title">
        {t('track.whereTitle')}
      </h2>
      <p className="mt-3">{t('track.where')}</p>
      <p className="mt-3 text-muted">{t('track.whyPhone')}</p>
    </section>
  );
}

/** The buyer's contact data from the location state, which is not part of the URL. */
function buyerIn(state: unknown): { email: string; phone: string } | undefined {
  if (typeof state !== 'object' || state === null) return undefined;
  const { email, phone }: Record<string, unknown> = { ...state };
  return typeof email === 'string' && typeof phone === 'string' ? { email, phone } : undefined;
}
