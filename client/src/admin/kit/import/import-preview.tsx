import type { ReactNode } from 'react';
import { failureText } from '@/shared/api/failures';
import { useTranslation } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { FailureNotice } from '@/shared/ui/failure-notice';
import { Notice } from '@/shared/ui/notice';
import { Spinner } from '@/shared/ui/spinner';
import { ImportProblems, type ShownProblem } from './import-problems';

type Props = {
  /** The query of useImportCheck. */
  check: { error: unknown; refetch: () => Promise<unknown> };
  /** Error message if the check failed. */
  notChecked: string;
  /** Result of the dry run or of the import; undefined while it is checked. */
  summary: ReactNode;
  /** Lines of the file with a problem. */
  wrong: number;
  /** Why the import failed, or stopped. */
  failure: string | undefined;
  /** The label of the button that imports; undefined while there is nothing to import. */
  submit: string | undefined;
  onSubmit: () => void;
  isSending: boolean;
  /** Shown while it is sent. */
  progress: ReactNode;
  problems: readonly ShownProblem[];
  /** Called to choose another file. */
  onAgain: () => void;
};

/** The check of an import: what it would do and what is wrong; then the import with its result. */
export function ImportPreview(props: Props) {
  const { check, notChecked, summary, wrong, failure, submit, onSubmit } = props;
  const { isSending, progress, problems, onAgain } = props;
  const { t } = useTranslation(['admin-import', 'site']);
  if (check.error !== null) {
    return (
      <div className="grid gap-3">
        <FailureNotice
          text={`${notChecked} ${failureText(t, check.error)}`}
          retryLabel={t('site:retry')}
          onRetry={() => void check.refetch()}
        />
        <Button look="line" className="justify-self-start" onClick={onAgain}>
          {t('import.again')}
        </Button>
      </div>
    );
  }
  const isChecking = summary === undefined;
  return (
    <section aria-label={t('import.preview')} className="grid grid-cols-1 gap-4">
      {isChecking ? (
        <Spinner label={t('import.checking')} />
      ) : (
        <div role="status" className="grid gap-1 text-small">
          {summary}
          {wrong > 0 && <p className="text-bad">{t('import.wrong', { count: wrong })}</p>}
        </div>
      )}
      {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
      <div className="flex flex-wrap items-center gap-3">
        {submit !== undefined && (
          <Button
            aria-disabled={isSending || isChecking}
            onClick={() => isSending || isChecking || onSubmit()}
          >
            {submit}
          </Button>
        )}
        <Button look="line" aria-disabled={isSending} onClick={() => isSending || onAgain()}>
          {t('import.again')}
        </Button>
        {isSending && progress}
      </div>
      <ImportProblems problems={problems} />
    </section>
  );
}
