import { whatsappLink } from '../../ui/phone';

/** A mail to one person. Line ends are CRLF, as RFC 6068 wants them. */
export function mailLink(to: string, subject: string, body: string): string {
  const crlf = body.replace(/\r?\n/g, '\r\n');
  const address = encodeURIComponent(to).replace('%40', '@');
  return `mailto:${address}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(crlf)}`;
}

/** Some mail programs on Windows take no longer address than this. Characters. */
export const maxMailLinkLength = 2000;

/** A chat with a number as people write it; undefined where it is too short for one. */
export function chatLink(phone: string, text: string): string | undefined {
  const number = internationalNumber(phone);
  return number === undefined ? undefined : whatsappLink(number, text);
}

/** A number with its country: one that begins with a single 0 is Moroccan; (0) is not dialled from abroad. */
function internationalNumber(phone: string): string | undefined {
  const digits = phone.replace('(0)', '').replace(/\D/g, '');
  const whole = /^0[5-8]\d{8}$/.test(digits) ? `212${digits.slice(1)}` : digits.replace(/^00/, '');
  return whole.length >= 8 && whole.length <= 15 && !whole.startsWith('0') ? whole : undefined;
}

/** The first telephone number in a message, as it is written there; '' where there is none. */
export const phoneIn = (text: string): string =>
  /(?:\+|00)\d[\d\s().-]{7,18}\d|\b0[5-8](?:[\s.-]?\d){8}\b/.exec(text)?.[0] ?? '';
