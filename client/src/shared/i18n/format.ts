import type { Language } from './language';

// Western digits everywhere, as in Morocco; plain `ar-MA` would write 8.848 for 8,848.
const locales: Record<Language, string> = { en: 'en-GB', fr: 'fr', ar: 'ar-u-nu-latn' };

// As Intl.NumberFormat has them (format.test.ts compares), whose first use takes Chromium 10 ms and more. In Arabic a
// mark of direction comes before the sign.
const signs: Record<Language, { group: string; decimal: string; minus: string }> = {
  en: { group: ',', decimal: '.', minus: '-' },
  fr: { group: '\u202f', decimal: ',', minus: '-' },
  ar: { group: ',', decimal: '.', minus: '\u200e-' },
};

/** 8,848 in English and Arabic, 8 848 in French. */
export function formatNumber(value: number, language: Language, digits = 0): string {
  const { group, decimal, minus } = signs[language];
  // toFixed rounds the binary number: 4.35 would become 4.3. A double has 15 exact decimal digits.
  const shifted = Number((Math.abs(value) * 10 ** digits).toPrecision(15));
  const [whole = '', fraction] = (Math.round(shifted) / 10 ** digits).toFixed(digits).split('.');
  const sign = value < 0 || Object.is(value, -0) ? minus : '';
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, group);
  return sign + grouped + (fraction === undefined ? '' : decimal + fraction);
}

/** A price without its currency: whole amounts lose the decimals. */
export const formatAmount = (value: number, language: Language): string =>
  formatNumber(value, language, Number.isInteger(value) ? 0 : 2);

/** 120 kB or 3.4 MB. */
export function formatBytes(bytes: number, language: Language): string {
  const isLarge = bytes >= 1_000_000;
  return new Intl.NumberFormat(locales[language], {
    style: 'unit',
    unit: isLarge ? 'megabyte' : 'kilobyte',
    maximumFractionDigits: isLarge ? 1 : 0,
  }).format(isLarge ? bytes / 1_000_000 : Math.max(1, bytes / 1000));
}

/**
 * Day/month/year in every language. Takes an ISO date, which is the same everywhere, or a timestamp, whose day is that
 * of the browser's time zone: not for a page that the server renders too.
 */
export function formatDate(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return '';
  if (iso.length !== 'yyyy-mm-dd'.length) return new Intl.DateTimeFormat('en-GB').format(date);
  return iso.split('-').toReversed().join('/');
}

/** Day/month/year and the time, in the time zone of the browser. Takes an ISO timestamp. */
export function formatDateTime(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return '';
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeStyle: 'short' }).format(date);
}
