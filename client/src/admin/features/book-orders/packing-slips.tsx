import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { TFunction } from '@/shared/i18n';
import { formatAmount, formatDate } from '@/shared/i18n/format';
import { directionOf, type Language } from '@/shared/i18n/language';
import { addressOf } from './buyer';
import type { Order } from './order-flag';
import { editionOf } from './order-edition';
import './packing-slips.css';

export const slipFormats = ['a4', 'a6'] as const;
export type SlipFormat = (typeof slipFormats)[number];

/** The sender of the parcel; empty where the setting is not given. */
export type Sender = { name: string; address: string; phone: string };

export type SlipMessages = Record<Language, TFunction<readonly ['admin-slips', 'admin-orders']>>;

type Props = {
  orders: readonly Order[];
  format: SlipFormat;
  sender: Sender;
  messages: SlipMessages;
  onPrinted: () => void;
};

/** The language of the order's e-mails; else that of its edition: Arabic, or French. */
const slipLanguageOf = (order: Order): Language => {
  const { language } = order;
  if (language === 'en' || language === 'fr' || language === 'ar') return language;
  return editionOf(order) === 'ar' ? 'ar' : 'fr';
};

const perSheet = { a4: 4, a6: 1 } as const;

/** Prints packing slips, each in the language of its order. Invisible on the screen. */
export function PackingSlips({ orders, format, sender, messages, onPrinted }: Props) {
  const print = useEffectEvent(() => {
    window.print();
    onPrinted();
  });
  useEffect(() => print(), []);
  const size = perSheet[format];
  const sheets = Array.from({ length: Math.ceil(orders.length / size) }, (_, at) =>
    orders.slice(at * size, (at + 1) * size),
  );
  return createPortal(
    <div className={`packing-slips prints-alone ${format}`}>
      {sheets.map((sheet) => (
        <section key={sheet[0]?.id} className="sheet">
          {sheet.map((order) => {
            const language = slipLanguageOf(order);
            return (
              <article key={order.id} lang={language} dir={directionOf(language)}>
                <Slip order={order} language={language} t={messages[language]} sender={sender} />
              </article>
            );
          })}
        </section>
      ))}
    </div>,
    document.body,
  );
}

type SlipProps = {
  order: Order;
  language: Language;
  t: SlipMessages[Language];
  sender: Sender;
};

// Characters of name and address that fit at the larger size.
const longText = 150;

function Slip({ order, language, t, sender }: SlipProps) {
  const edition = editionOf(order);
  const total = formatAmount(order.total_amount, language);
  const place = addressOf(order);
  const from = [sender.address, sender.phone].filter(Boolean).join('\n');
  const isLong = order.buyer_name.length + place.length > longText;
  return (
    <>
      {sender.name + from !== '' && (
        <section className="from">
          <h2>{t('print.from')}</h2>
          <p className="name">
            <bdi>{sender.name}</bdi>
          </p>
          <p>
            <bdi>{from}</bdi>
          </p>
        </section>
      )}
      <section className={isLong ? 'to long' : 'to'}>
        <h2>{t('print.to')}</h2>
        <p className="name">
          <bdi>{order.buyer_name}</bdi>
        </p>
        <p className="place">
          <bdi>{place}</bdi>
        </p>
        <Line name={t('print.phone')}>
          <bdi dir="ltr">{order.buyer_phone}</bdi>
        </Line>
      </section>
      <section className="what">
        <p>
          {edition === undefined
            ? t('print.book')
            : t('print.item', { edition: t(`admin-orders:editions.${edition}`) })}
        </p>
        <p>{t('admin-orders:copies', { count: order.quantity })}</p>
      </section>
      <p className="pay">
        <span>{t(`print.${due(order)}`)}</span>
        <bdi>{t('admin-orders:amount', { amount: total, currency: order.currency })}</bdi>
      </p>
      <p>{t('print.thanks')}</p>
      <footer>
        <Line name={t('print.order')}>
          <bdi dir="ltr">{order.order_number}</bdi>
        </Line>
        <Line name={t('print.date')}>
          <bdi dir="ltr">{formatDate(order.created_at)}</bdi>
        </Line>
      </footer>
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
