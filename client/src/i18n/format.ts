import type { Language } from './language';

// Western digits everywhere, as in Morocco; plain `ar-MA` would write 8.848 for 8,848.
const locales: Record<Language, string> = { en: 'en-GB', fr: 'fr', ar: 'ar-u-nu-latn' };

// Constructing a format takes a hundred times as long as using it, and a page has dozens of numbers.
const numberFormats = new Map<string, Intl.NumberFormat>();
let dayFormat: Intl.DateTimeFormat | undefined;

function numberFormat(language: Language, digits: number): Intl.NumberFormat {
  const key = `${language} ${digits}`;
  const format =
    numberFormats.get(key) ??
    new Intl.NumberFormat(locales[language], {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
  numberFormats.set(key, format);
  return format;
}

/** 8,848 in English and Arabic, 8 848 in French. */
export const formatNumber = (value: number, language: Language, digits = 0): string =>
  numberFormat(language, digits).format(value);

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
  dayFormat ??= new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC' });
  return dayFormat.format(date);
}

/** Day/month/year and the time, in the time zone of the browser. Takes an ISO timestamp. */
export function formatDateTime(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return '';
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeStyle: 'short' }).format(date);
}
