import Papa from 'papaparse';
import type { Language } from '@/shared/i18n/language';
import { toMoroccoField } from './morocco-time';

/*
 * Writes rows as CSV:
 *   csvOf([{ head: t('name'), value: (row) => row.name }], rows, 'needed', language)
 * It starts with a byte order mark, which Excel needs to read Arabic, and lines end with CRLF (RFC 4180).
 * `all` quotes every cell, `needed` only those with a separator, a quote, a line end or an outer space.
 * The language is that of the Excel that opens the file: in French, and with Morocco's regional settings in
 * Arabic, cells are separated by a semicolon and decimals by a comma.
 */

/** A time is an ISO timestamp, written in Morocco's time zone. */
export type CsvValue = string | number | null | { time: string | null };
export type CsvColumn<Row> = { head: string; value: (row: Row) => CsvValue };
export type CsvQuotes = 'all' | 'needed';

const formats: Record<Language, { delimiter: string; decimal: string }> = {
  en: { delimiter: ',', decimal: '.' },
  fr: { delimiter: ';', decimal: ',' },
  ar: { delimiter: ';', decimal: ',' },
};

/** The text of a CSV file with its header. csvLines returns further rows of a long file. */
export function csvOf<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: readonly Row[],
  quotes: CsvQuotes,
  language: Language = 'en',
): string {
  const heads = written([columns.map(({ head }) => head)], quotes, language);
  return `\uFEFF${heads}${csvLines(columns, rows, quotes, language)}`;
}

/** Rows as lines of a CSV file, each with its line end. */
export function csvLines<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: readonly Row[],
  quotes: CsvQuotes,
  language: Language = 'en',
): string {
  if (rows.length === 0) return '';
  return written(
    rows.map((row) => columns.map(({ value }) => safeCell(value(row), language))),
    quotes,
    language,
  );
}

function written(cells: string[][], quotes: CsvQuotes, language: Language): string {
  const { delimiter } = formats[language];
  return `${Papa.unparse(cells, { quotes: quotes === 'all', newline: '\r\n', delimiter })}\r\n`;
}

/** A time in Morocco as Excel reads it: 21/11/2026 14:30 with French settings, else 2026-11-21 14:30. */
function timeCell(iso: string | null, language: Language): string {
  const [day = '', time = ''] = toMoroccoField(iso).split('T');
  if (time === '') return '';
  return `${language === 'en' ? day : day.split('-').toReversed().join('/')} ${time}`;
}

const formula = /^[=+\-@\t\r\n＝＋－＠]/;
const plainNumber = /^-?\d+([.,]\d+)?$/;
const phone = /^\+[\d\s().-]{6,}$/;
// Excel takes off a leading zero, and writes twelve digits as 2.126E+11.
const localPhone = /^0[\d\s().-]{8,}$/;
const longNumber = /^\d{12,}$/;

/**
 * Prevents formula injection: an apostrophe before the first character makes a cell text. Numbers stay
 * numbers. A telephone number would lose its + or its zero, or be calculated: it is written as it is dialled,
 * 00212-612345678 or 0612-345678, which no spreadsheet takes for a number.
 */
function safeCell(value: CsvValue, language: Language): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value).replace('.', formats[language].decimal);
  if (typeof value === 'object') return timeCell(value.time, language);
  const digits = value.replace(/\D/g, '');
  if (phone.test(value)) return dialled(digits);
  if (localPhone.test(value) && digits.length >= 9)
    return `${digits.slice(0, 4)}-${digits.slice(4)}`;
  if (longNumber.test(value)) return `'${value}`;
  return formula.test(value) && !plainNumber.test(value) ? `'${value}` : value;
}

const dialled = (digits: string) =>
  digits.startsWith('212') ? `00212-${digits.slice(3)}` : `00-${digits}`;

/** 'book-orders' becomes 'book-orders-2026-11-21.csv', with the day in the user's time zone. */
export function csvName(name: string, day: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${name}-${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}.csv`;
}
