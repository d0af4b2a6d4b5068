import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { formatAmount, formatDate } from '@/i18n/format';
import { directionOf } from '@/i18n/language';
import {
  addressOf,
  languageOf,
  useBuyerMessages,
  type BuyerLanguage,
  type BuyerMessages,
} from './buyer';
import type { Order } from './order-flag';
import { editionOf } from './order-notes-text';
import './packing-slip.css';

type Props = { order: Order; onPrinted: () => void };

/**
 * Prints the packing slip on one page of A5 or larger, in the buyer's language. Invisible on the screen.
 */
export function PackingSlip({ order, onPrinted }: Props) {
  const language = languageOf(order);
  const t = useBuyerMessages(language);
  const isReady = t !== undefined;
  const print = useEffectEvent(() => {
    window.print();
    onPrinted();
  });
  useEffect(() => {
    if (isReady) print();
  }, [isReady]);
  if (t === undefined) return null;
  return createPortal(
    <article className="packing-slip" lang={language} dir={directionOf(language)}>
      <Slip order={order} language={language} t={t} />
    </article>,
    document.body,
  );
}

type SlipProps = { order: Order; language: BuyerLanguage; t: BuyerMessages };

function Slip({ order, language, t }: SlipProps) {
  const edition = editionOf(order.notes);
  const total = formatAmount(order.total_amount, language);
  return (
    <>
      <header>
        <h1>{t('print.slip')}</h1>
        <Line name={t('print.order')}>
          <bdi dir="ltr">{order.order_number}</bdi>
        </Line>
        <Line name={t('print.date')}>
          <bdi dir="ltr">{formatDate(order.created_at)}</bdi>
        </Line>
      </header>
      <section className="to">
        <h2>{t('print.to')}</h2>
        <p className="name">
          <bdi>{order.buyer_name}</bdi>
        </p>
        <p className="place">{addressOf(order)}</p>
        <Line name={t('print.phone')}>
          <bdi dir="ltr">{order.buyer_phone}</bdi>
        </Line>
      </section>
      <section className="what">
        <p>{t('print.item', { edition: t(`editions.${edition ?? 'fr'}`) })}</p>
        <p>{t('copies', { count: order.quantity })}</p>
      </section>
      <p className="pay">
        <span>{t(`print.${due(order)}`)}</span>
        <bdi>{t('amount', { amount: total, currency: order.currency })}</bdi>
      </p>
      <footer>{t('print.thanks')}</footer>
    </>
  );
}

/** The label of the total: paid, to be collected by the courier, or neither. */
function due({ paid, payment_method: method }: Order): 'paid' | 'collect' | 'total' {
  if (paid) return 'paid';
  return method === 'cash' || method === 'cod' ? 'collect' : 'total';
}

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <p className="line">
    <span>{name}</span>
    {children}
  </p>
);
