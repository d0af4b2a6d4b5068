import Papa from 'papaparse';

/*
 * A table of texts as a file that spreadsheets open:
 *   csvOf([{ head: t('name'), value: (row) => row.name }], rows, 'needed')
 * It begins with a byte order mark, without which Excel reads Arabic as nonsense, and its lines end as
 * RFC 4180 wants. `all` quotes every cell, `needed` those with a comma, a quote, a line end or an outer space.
 */

export type CsvColumn<Row> = { head: string; value: (row: Row) => string | number | null };
export type CsvQuotes = 'all' | 'needed';

/** Rows as the text of a CSV file; of a long one, its beginning: csvLines has what follows. */
export function csvOf<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: readonly Row[],
  quotes: CsvQuotes,
): string {
  const heads = written([columns.map(({ head }) => head)], quotes);
  return `\uFEFF${heads}${csvLines(columns, rows, quotes)}`;
}

/** Rows as lines of a CSV file, each with its end. */
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
 * What visitors typed must not become a formula on somebody's computer: an apostrophe before its first sign
 * makes it text. Numbers stay numbers. A telephone number would lose its + or be counted: it is written
 * as it is dialled, 00212-612345678, which no spreadsheet takes for a number.
 */
function safeCell(value: string | number | null): string | number {
  if (value === null || typeof value === 'number') return value ?? '';
  if (phone.test(value)) return dialled(value.replace(/\D/g, ''));
  return formula.test(value) && !plainNumber.test(value) ? `'${value}` : value;
}

const dialled = (digits: string) =>
  digits.startsWith('212') ? `00212-${digits.slice(3)}` : `00-${digits}`;

/** 'book-orders' becomes 'book-orders-2026-11-21.csv': the day is that of whoever exports. */
export function csvName(name: string, day: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${name}-${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}.csv`;
}
