import Papa from 'papaparse';

/*
 * Writes rows as CSV:
 *   csvOf([{ head: t('name'), value: (row) => row.name }], rows, 'needed')
 * It starts with a byte order mark, which Excel needs to read Arabic, and lines end with CRLF (RFC 4180).
 * `all` quotes every cell, `needed` only those with a comma, a quote, a line end or an outer space.
 */

export type CsvColumn<Row> = { head: string; value: (row: Row) => string | number | null };
export type CsvQuotes = 'all' | 'needed';

/** The text of a CSV file with its header. csvLines returns further rows of a long file. */
export function csvOf<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: readonly Row[],
  quotes: CsvQuotes,
): string {
  const heads = written([columns.map(({ head }) => head)], quotes);
  return `\uFEFF${heads}${csvLines(columns, rows, quotes)}`;
}

/** Rows as lines of a CSV file, each with its line end. */
export function csvLines<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: readonly Row[],
  quotes: CsvQuotes,
): string {
  if (rows.length === 0) return '';
  return written(
    rows.map((row) => columns.map(({ value }) => safeCell(value(row)))),
    quotes,
  );
}

const written = (cells: (string | number)[][], quotes: CsvQuotes) =>
  `${Papa.unparse(cells, { quotes: quotes === 'all', newline: '\r\n' })}\r\n`;

const formula = /^[=+\-@\t\r\n＝＋－＠]/;
const plainNumber = /^-?\d+([.,]\d+)?$/;
const phone = /^\+[\d\s().-]{6,}$/;

/**
 * Prevents formula injection: an apostrophe before the first character makes a cell text. Numbers stay
 * numbers. A telephone number would lose its + or be calculated: it is written as it is dialled,
 * 00212-612345678, which no spreadsheet takes for a number.
 */
function safeCell(value: string | number | null): string | number {
  if (value === null || typeof value === 'number') return value ?? '';
  if (phone.test(value)) return dialled(value.replace(/\D/g, ''));
  return formula.test(value) && !plainNumber.test(value) ? `'${value}` : value;
}

const dialled = (digits: string) =>
  digits.startsWith('212') ? `00212-${digits.slice(3)}` : `00-${digits}`;

/** 'book-orders' becomes 'book-orders-2026-11-21.csv', with the day in the user's time zone. */
export function csvName(name: string, day: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${name}-${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}.csv`;
}
