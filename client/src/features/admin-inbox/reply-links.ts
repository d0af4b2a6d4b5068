import { whatsappLink } from '@/ui/phone';

/** A mailto link. Line ends are CRLF (RFC 6068). */
export function mailLink(to: string, subject: string, body: string): string {
  const crlf = body.replace(/\r?\n/g, '\r\n');
  const address = encodeURIComponent(to).replace('%40', '@');
  return `mailto:${address}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(crlf)}`;
}

/** The longest URL that some mail programs on Windows accept. Characters. */
export const maxMailLinkLength = 2000;

/** A WhatsApp link for a phone number; undefined if it is invalid. */
export function chatLink(phone: string, text: string): string | undefined {
  const number = internationalNumber(phone);
  return number === undefined ? undefined : whatsappLink(number, text);
}

/** The international digits of a number: a single leading 0 is Moroccan; (0) is removed. */
function internationalNumber(phone: string): string | undefined {
  const digits = phone.replace('(0)', '').replace(/\D/g, '');
  const whole = /^0[5-8]\d{8}$/.test(digits) ? `212${digits.slice(1)}` : digits.replace(/^00/, '');
  return whole.length >= 8 && whole.length <= 15 && !whole.startsWith('0') ? whole : undefined;
}

/** The first phone number in a message, as written; '' for none. */
export const phoneIn = (text: string): string =>
  /(?:\+|00)\d[\d\s().-]{7,18}\d|\b0[5-8](?:[\s.-]?\d){8}\b/.exec(text)?.[0] ?? '';
