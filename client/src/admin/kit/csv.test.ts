import { describe, expect, it } from 'vitest';
import { csvName, csvOf } from './csv';

type Row = { name: string; total: number | string | null };
const columns = [
  { head: 'Name', value: (row: Row) => row.name },
  { head: 'Total', value: (row: Row) => row.total },
];
const lines = (rows: Row[], quotes: 'all' | 'needed' = 'needed') =>
  csvOf(columns, rows, quotes, 'en').split('\r\n').slice(1, -1);
const cell = (value: string) => lines([{ name: value, total: 0 }])[0]?.slice(0, -2);

describe('a CSV file', () => {
  it('begins with a byte order mark and its heads, and ends each line with CRLF', () => {
    const text = csvOf(columns, [{ name: 'سارة', total: 279 }], 'needed', 'en');
    expect(text).toBe('\uFEFFName,Total\r\nسارة,279\r\n');
  });

  it('quotes where it must, and only there', () => {
    expect(lines([{ name: 'Amal "A", Rabat', total: 279 }])).toEqual(['"Amal ""A"", Rabat",279']);
    expect(csvOf(columns, [{ name: 'two\nlines', total: null }], 'needed', 'en')).toContain(
      '"two\nlines",\r\n',
    );
  });

  it('quotes every cell where that is asked for', () => {
    expect(csvOf(columns, [{ name: 'Amal', total: 279 }], 'all', 'en')).toBe(
      '\uFEFF"Name","Total"\r\n"Amal","279"\r\n',
    );
  });

  it.each([
    ['=HYPERLINK(1)', "'=HYPERLINK(1)"],
    ['+1+1', "'+1+1"],
    ['-1+1', "'-1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['＝1', "'＝1"],
    ['a=1', 'a=1'],
    ['-5', '-5'],
    ['-12.50', '-12.50'],
    ['279', '279'],
  ])('writes %j as %j: no text becomes a formula, no number a text', (text, written) => {
    expect(cell(text)).toBe(written);
  });

  it.each([
    ['+212612345678', '00212-612345678'],
    ['+33 6 12 34 56 78', '00-33612345678'],
    ['0612345678', '0612-345678'],
    ['06 12 34 56 78', '0612-345678'],
    ['212612345678', "'212612345678"],
    ['20000', '20000'],
  ])('writes the telephone number %s as %s', (text, written) => {
    expect(cell(text)).toBe(written);
  });

  it.each(['fr', 'ar'] as const)('is separated and counted as Excel does it in %s', (language) => {
    const text = csvOf(columns, [{ name: 'Rabat, 1;2', total: 279.5 }], 'needed', language);
    expect(text).toBe('\uFEFFName;Total\r\n"Rabat, 1;2";279,5\r\n');
  });

  it('has times that Excel takes for times, in Morocco', () => {
    const column = { head: 'At', value: (time: string | null) => ({ time }) };
    const cellIn = (language: 'en' | 'fr', time: string | null) =>
      csvOf([column], [time], 'all', language).split('\r\n')[1];
    expect(cellIn('fr', '2025-11-21T23:30:00Z')).toBe('"22/11/2025 00:30"');
    expect(cellIn('en', '2025-11-21T23:30:00Z')).toBe('"2025-11-22 00:30"');
    expect(cellIn('fr', null)).toBe('""');
  });

  it('is named with the day', () => {
    expect(csvName('contact', new Date(2026, 0, 5))).toBe('contact-2026-01-05.csv');
  });
});
