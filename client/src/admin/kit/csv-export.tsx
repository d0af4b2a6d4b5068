import { useEffect, useRef, useState } from 'react';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatNumber } from '@/shared/i18n/format';
import type { Language } from '@/shared/i18n/language';
import { Button } from '@/shared/ui/button';
import { DownloadIcon } from '@/shared/ui/icons';
import { useErrorToast } from './rows/use-error-toast';
import type { CsvColumn, CsvQuotes } from './csv';
import type { PageOfRows } from './rows/use-page-of-rows';

/*
 * Exports all rows of a list, not only the current page:
 *   <CsvExport name="book-orders" columns={csvColumns} quotes="all"
 *     page={(page, signal) => selectPage('book_orders', { ...query, size: 1000, view: { ...view, page } }, signal)} />
 */

/** The button that exports a CSV file. During the export: the progress, and a cancel button. */
export function CsvExport<Row extends { id: string | null }>(source: CsvSource<Row>) {
  const { t } = useTranslation('admin-kit');
  const language = useLanguage();
  const showError = useErrorToast();
  const { start, cancel, progress } = useCsvExport(source, language);
  const number = (value: number) => formatNumber(value, language);
  const run = () => void start().catch((error: unknown) => showError(t('csv.failed'), error));
  return (
    <>
      <Button
        look="line"
        onClick={progress === undefined ? run : cancel}
        className="lg:min-h-9 lg:px-3"
      >
        <DownloadIcon />
        {progress === undefined ? t('csv.export') : t('csv.cancel')}
      </Button>
      <span role="status" className="self-center text-small text-muted tabular-nums empty:hidden">
        {progress &&
          t('csv.progress', { done: number(progress.done), total: number(progress.total) })}
      </span>
    </>
  );
}

type CsvSource<Row> = {
  /** The file name; the day is appended. */
  name: string;
  columns: readonly CsvColumn<Row>[];
  quotes: CsvQuotes;
  /** Fetches one page of the export, counted from 1. */
  page: (page: number, signal: AbortSignal) => Promise<PageOfRows<Row>>;
};

// Its library is only needed for an export.
const loadCsv = () => import('./csv');

type CsvProgress = { done: number; total: number };

/**
 * Exports all rows of a query to a file, page by page. `progress` is set while it runs; `start` throws the
 * failure of a request, and resolves to false if cancelled.
 */
function useCsvExport<Row extends { id: string | null }>(
  source: CsvSource<Row>,
  language: Language,
) {
  const [progress, setProgress] = useState<CsvProgress>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const start = async (): Promise<boolean> => {
    if (running.current !== undefined) return false;
    const control = new AbortController();
    running.current = control;
    try {
      const { csvName } = await loadCsv();
      const parts = await fetchParts(source, language, control.signal, setProgress);
      if (control.signal.aborted) return false;
      save(csvName(source.name, new Date()), parts);
      return true;
    } catch (error) {
      if (control.signal.aborted) return false;
      throw error;
    } finally {
      running.current = undefined;
      setProgress(undefined);
    }
  };
  return { start, cancel: () => running.current?.abort(), progress };
}

// A row inserted meanwhile shifts the pages: each row is written once. Only the text of a page is kept: the
// rows of 100,000 orders are four times as large.
async function fetchParts<Row extends { id: string | null }>(
  { page, columns, quotes }: CsvSource<Row>,
  language: Language,
  signal: AbortSignal,
  onProgress: (progress: CsvProgress) => void,
): Promise<string[]> {
  const { csvLines, csvOf } = await loadCsv();
  const written = new Set<string | null>();
  const parts = [csvOf<Row>(columns, [], quotes, language)];
  onProgress({ done: 0, total: 0 });
  for (let at = 1; !signal.aborted; at += 1) {
    const { rows, total, size } = await page(at, signal);
    const more = rows.filter(({ id }) => !written.has(id));
    for (const { id } of more) written.add(id);
    parts.push(csvLines(columns, more, quotes, language));
    onProgress({ done: written.size, total });
    if (at * size >= total || rows.length === 0) break;
  }
  return parts;
}

function save(name: string, parts: string[]): void {
  const address = URL.createObjectURL(new Blob(parts, { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the URL after this task.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
