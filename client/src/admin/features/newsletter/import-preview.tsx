import { useMemo, useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ImportPreview } from '@/admin/kit/import/import-preview';
import type { ImportTable, Mapping } from '@/admin/kit/import/read-table';
import { useImportCheck } from '@/admin/kit/import/use-import-check';
import { refresh } from '@/admin/kit/rows/cached-rows';
import { failureText } from '@/shared/api/failures';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatNumber } from '@/shared/i18n/format';
import { checkSubscribers, sendSubscribers, type FieldName } from './subscriber-import';

type Props = { table: ImportTable; mapping: Mapping<FieldName>; onAgain: () => void };

/** The preview of an import: new rows, known ones and problems; then the import with its result. */
export function SubscriberImportPreview({ table, mapping, onAgain }: Props) {
  const { t } = useTranslation(['admin-newsletter', 'site']);
  const language = useLanguage();
  const queries = useQueryClient();
  const [done, setDone] = useState(0);
  const [now] = useState(() => new Date());
  const { records, problems } = useMemo(
    () => checkSubscribers(table, mapping, now),
    [table, mapping, now],
  );
  const check = useImportCheck('subscriber_import', records, async () => {
    const result = await sendSubscribers(records, true, () => {});
    if (result.error !== undefined) throw result.error;
    return result;
  });
  const send = useMutation({
    networkMode: 'always',
    mutationFn: () => sendSubscribers(records, false, setDone),
    onSettled: () => refresh(queries, ['newsletter_subscribers']),
  });
  const sent = send.data;
  const left = sent === undefined ? 0 : records.length - sent.done;
  const known = sent?.known.length ?? check.data?.known.length ?? 0;
  const added = sent === undefined ? records.length - known : sent.done - known;
  const isOpen = sent === undefined || sent.error !== undefined;
  const number = (value: number) => formatNumber(value, language);
  return (
    <ImportPreview
      check={check}
      notChecked={t('import.notChecked')}
      summary={
        check.data && (
          <>
            <p className="font-medium">
              {t(sent === undefined ? 'import.ready' : 'import.added', { count: added })}
            </p>
            {known > 0 && <p>{t('import.known', { count: known })}</p>}
          </>
        )
      }
      wrong={new Set(problems.map(({ line }) => line)).size}
      failure={
        sent?.error === undefined
          ? undefined
          : `${t('import.stopped', { count: left })} ${failureText(t, sent.error)}`
      }
      submit={
        isOpen && added > 0
          ? t('import.submit', { count: sent === undefined ? added : left })
          : undefined
      }
      onSubmit={send.mutate}
      isSending={send.isPending}
      progress={
        <p role="status" className="text-small tabular-nums">
          {t('import.progress', { done: number(done), total: number(records.length) })}
        </p>
      }
      problems={problems.map(({ line, field, value, problem }) => ({
        line,
        column: t(`import.fields.${field}`),
        value,
        text: t(`import.what.${problem}`),
      }))}
      onAgain={onAgain}
    />
  );
}
