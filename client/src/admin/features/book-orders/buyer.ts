import { getFixedT } from '@/shared/i18n';
import { useNamespaces } from '@/shared/i18n/use-namespaces';
import { formatAmount } from '@/shared/i18n/format';
import { phoneLink, whatsappLink } from '@/shared/ui/phone';
import type { Order } from './order-flag';
import { editionOf } from './order-edition';

/** The buyer's language: Arabic for the Arabic edition, else French. */
export type BuyerLanguage = 'ar' | 'fr';

export const languageOf = (order: Order): BuyerLanguage =>
  editionOf(order) === 'ar' ? 'ar' : 'fr';

/** The postal address, one line each. */
export function addressOf(order: Order): string {
  const place = [order.shipping_postal_code, order.shipping_city].filter(Boolean).join(' ');
  return [order.shipping_address, place].filter((line) => line.trim() !== '').join('\n');
}

/** The address label: name, address and phone. */
export const labelOf = (order: Order): string =>
  [order.buyer_name, addressOf(order), order.buyer_phone].join('\n');

export const callLink = (order: Order): string => phoneLink(order.buyer_phone);

/** The messages of this screen in the buyer's language; undefined while they load. */
function useBuyerMessages(language: BuyerLanguage) {
  return useNamespaces(language, ['admin-orders'])
    ? getFixedT(language, 'admin-orders')
    : undefined;
}

type BuyerMessages = NonNullable<ReturnType<typeof useBuyerMessages>>;

/** A WhatsApp link to the buyer with a message in the buyer's language; undefined without a valid number. */
export function useBuyerChat(order: Order): string | undefined {
  const language = languageOf(order);
  const t = useBuyerMessages(language);
  return whatsappLink(order.buyer_phone, t === undefined ? '' : messageTo(order, language, t));
}

function messageTo(order: Order, language: BuyerLanguage, t: BuyerMessages): string {
  const amount = formatAmount(order.total_amount, language);
  const values = {
    buyer: order.buyer_name,
    number: order.order_number,
    copies: t('copies', { count: order.quantity }),
    amount: t('amount', { amount, currency: order.currency }),
    address: addressOf(order).replaceAll('\n', language === 'ar' ? '، ' : ', '),
  };
  return order.confirmed || values.address === ''
    ? t('message.about', values)
    : t('message.confirm', values);
}
