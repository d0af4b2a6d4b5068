import type { CsvColumn, CsvQuotes } from '@/admin/kit/csv';
import { CsvExport } from '@/admin/kit/csv-export';
import type { PageOfRows } from '@/admin/kit/rows/use-page-of-rows';
import type { Named } from './data-table';

type Props<Row extends Named> = {
  list: {
    fetchPage: (page: number, size: number, signal: AbortSignal) => Promise<PageOfRows<Row>>;
  };
  /** The file name; the day is appended. */
  name: string;
  columns: readonly CsvColumn<Row>[];
  quotes: CsvQuotes;
};

const rowsOfRequest = 1000;

/** The button that exports all rows of a list, with its search and filters. */
export function ListExport<Row extends Named>({ list, ...file }: Props<Row>) {
  return (
    <CsvExport {...file} page={(page, signal) => list.fetchPage(page, rowsOfRequest, signal)} />
  );
}
