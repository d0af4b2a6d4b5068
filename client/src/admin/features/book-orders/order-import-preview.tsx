import { useMemo, useState } from 'react';
import { ImportPreview } from '@/admin/kit/import/import-preview';
import type { ShownProblem } from '@/admin/kit/import/import-problems';
import type { ImportTable, Mapping } from '@/admin/kit/import/read-table';
import { failureText } from '@/shared/api/failures';
import { useLanguage, useTranslation, type TFunction } from '@/shared/i18n';
import { formatNumber } from '@/shared/i18n/format';
import { Spinner } from '@/shared/ui/spinner';
import { checkOrders, type CheckedOrders } from './order-import';
import type { OrderField } from './order-import-words';
import { useCheckedImport, useImportOrders, type LineOutcome } from './use-import-orders';

type Props = { table: ImportTable; mapping: Mapping<OrderField>; onAgain: () => void };

/** The most lines that are named in a sentence. */
const namedLines = 20;

/** The preview of an import: new orders, known ones, problems and the change of the stock; then the import. */
export function OrderImportPreview({ table, mapping, onAgain }: Props) {
  const { t } = useTranslation(['admin-order-import', 'site']);
  const [now] = useState(() => new Date());
  const checked = useMemo(() => checkOrders(table, mapping, now), [table, mapping, now]);
  const check = useCheckedImport(checked.records);
  const send = useImportOrders(checked.records);
  const lines = send.data ?? check.data?.lines;
  const ready = lines?.filter(({ outcome }) => outcome === 'added').length ?? 0;
  const isDone = send.data !== undefined;
  const wrong =
    new Set(checked.problems.map(({ line }) => line)).size +
    (lines?.filter(({ outcome }) => outcome === 'stock' || outcome === 'refused').length ?? 0);
  const seconds = Math.max(1, Math.ceil((check.data?.took ?? 0) / 1000));
  return (
    <ImportPreview
      check={check}
      notChecked={t('import.notChecked')}
      summary={lines && <Summary lines={lines} isDone={isDone} />}
      wrong={wrong}
      failure={
        send.error === null ? undefined : `${t('import.failed')} ${failureText(t, send.error)}`
      }
      submit={!isDone && ready > 0 ? t('import.submit', { count: ready }) : undefined}
      onSubmit={send.mutate}
      isSending={send.isPending}
      progress={<Spinner label={t('import.running', { count: seconds })} />}
      problems={problemsOf(t, lines ?? [], checked)}
      onAgain={onAgain}
    />
  );
}

type SummaryProps = { lines: readonly LineOutcome[]; isDone: boolean };

function Summary({ lines, isDone }: SummaryProps) {
  const { t } = useTranslation(['admin-order-import', 'admin-orders']);
  const language = useLanguage();
  const linesOf = (wanted: LineOutcome['outcome']) =>
    lines.flatMap(({ line, outcome }) => (outcome === wanted ? [line] : []));
  const added = linesOf('added').length;
  const known = linesOf('known');
  const taken = lines.reduce((sum, line) => sum + line.taken, 0);
  const named = known.slice(0, namedLines).map((line) => formatNumber(line, language));
  return (
    <>
      <p className="font-medium">{t(isDone ? 'import.added' : 'import.ready', { count: added })}</p>
      {added > 0 && (
        <p>{taken === 0 ? t('import.noCopies') : t('import.copies', { count: taken })}</p>
      )}
      {known.length > 0 && (
        <p className="wrap-anywhere">
          {t('import.known', {
            count: known.length,
            lines: `${named.join(t('admin-orders:history.comma'))}${known.length > namedLines ? ' …' : ''}`,
          })}
        </p>
      )}
    </>
  );
}

/** The problems of lines that were found here, and by the server, in their order. */
function problemsOf(
  t: TFunction<['admin-order-import', 'site']>,
  lines: readonly LineOutcome[],
  checked: CheckedOrders,
): ShownProblem[] {
  const own = checked.problems.map(({ line, field, value, problem }) => ({
    line,
    column: t(`import.fields.${field}`),
    value,
    text: t(`import.what.${problem}`),
  }));
  const ofServer = lines.flatMap(({ line, outcome, reason }): ShownProblem[] => {
    if (outcome === 'stock') return [{ line, column: '', value: '', text: t('import.what.stock') }];
    if (outcome !== 'refused') return [];
    return [{ line, column: '', value: reason, text: t('import.what.refused') }];
  });
  return [...own, ...ofServer].toSorted((a, b) => a.line - b.line);
}
