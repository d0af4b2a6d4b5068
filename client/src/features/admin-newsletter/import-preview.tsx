import { useMemo, useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ImportTable, Mapping } from '@/admin/import/read-table';
import { failureText } from '@/api/failures';
import { useLanguage } from '@/i18n';
import { formatNumber } from '@/i18n/format';
import { Button } from '@/ui/button';
import { FailureNotice } from '@/ui/failure-notice';
import { Notice } from '@/ui/notice';
import { Spinner } from '@/ui/spinner';
import { ImportProblems } from './import-problems';
import { checkSubscribers, sendSubscribers, type FieldName } from './subscriber-import';

type Props = { table: ImportTable; mapping: Mapping<FieldName>; onAgain: () => void };

/** What would be imported, what is there already and what is wrong; then the import with its result. */
export function ImportPreview({ table, mapping, onAgain }: Props) {
  const { t } = useTranslation(['admin-newsletter', 'site']);
  const language = useLanguage();
  const queries = useQueryClient();
  const [progress, setProgress] = useState(0);
  const [now] = useState(() => new Date());
  const { records, problems } = useMemo(
    () => checkSubscribers(table, mapping, now),
    [table, mapping, now],
  );
  const check = useQuery({
    // Not below the table's key: after the import nothing is checked again.
    queryKey: ['subscriber_import', records],
    queryFn: async () => {
      const result = await sendSubscribers(records, true, () => {});
      if (result.error !== undefined) throw result.error;
      return result;
    },
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const send = useMutation({
    networkMode: 'always',
    mutationFn: () => sendSubscribers(records, false, setProgress),
    onSettled: () => queries.invalidateQueries({ queryKey: ['newsletter_subscribers'] }),
  });
  const number = (value: number) => formatNumber(value, language);
  if (check.error !== null) {
    return (
      <FailureNotice
        text={`${t('import.notChecked')} ${failureText(t, check.error)}`}
        retryLabel={t('site:retry')}
        onRetry={() => void check.refetch()}
      />
    );
  }
  const wrong = new Set(problems.map(({ line }) => line)).size;
  const sent = send.data;
  const known = sent?.known.length ?? check.data?.known.length ?? 0;
  const added = sent === undefined ? records.length - known : sent.done - known;
  return (
    <section aria-label={t('import.preview')} className="grid grid-cols-1 gap-4">
      {check.data === undefined ? (
        <Spinner label={t('import.checking')} />
      ) : (
        <div role="status" className="grid gap-1 text-small">
          <p className="font-medium">
            {t(sent === undefined ? 'import.ready' : 'import.added', { count: added })}
          </p>
          {known > 0 && <p>{t('import.known', { count: known })}</p>}
          {wrong > 0 && <p className="text-bad">{t('import.wrong', { count: wrong })}</p>}
        </div>
      )}
      {sent?.error !== undefined && (
        <Notice tone="bad">
          {t('import.stopped', { count: records.length - sent.done })} {failureText(t, sent.error)}
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-3">
        {(sent === undefined || sent.error !== undefined) && added > 0 && (
          <Button
            aria-disabled={send.isPending || check.data === undefined}
            onClick={() => send.isPending || check.data === undefined || send.mutate()}
          >
            {t('import.submit', { count: sent === undefined ? added : records.length - sent.done })}
          </Button>
        )}
        <Button
          look="line"
          aria-disabled={send.isPending}
          onClick={() => send.isPending || onAgain()}
        >
          {t('import.again')}
        </Button>
        {send.isPending && (
          <p role="status" className="text-small tabular-nums">
            {t('import.progress', { done: number(progress), total: number(records.length) })}
          </p>
        )}
      </div>
      <ImportProblems problems={problems} />
    </section>
  );
}
