import { useTranslation } from 'react-i18next';
import { useLanguage } from '../i18n';
import { formatNumber } from '../i18n/format';
import { Button } from '../ui/button';
import { DownloadIcon } from '../ui/icons';
import { useErrorToast } from './rows/use-error-toast';
import { useCsvExport, type CsvSource } from './use-csv-export';

/*
 * Exports all rows of a list, not only the page in view:
 *   <CsvExport name="book-orders" columns={csvColumns} quotes="all"
 *     page={(page, signal) => selectPage('book_orders', { ...question, size: 1000, view: { ...view, page } }, signal)} />
 */

/** The button that writes a CSV file; while it does, how far it is and the way to stop it. */
export function CsvExport<Row extends { id: string | null }>(source: CsvSource<Row>) {
  const { t } = useTranslation('admin-kit');
  const language = useLanguage();
  const showError = useErrorToast();
  const { start, cancel, progress } = useCsvExport(source);
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
