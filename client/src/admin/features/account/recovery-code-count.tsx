import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useConfirm } from '@/admin/kit/confirm';
import { asksForCode, useProblemText } from '@/admin/kit/second-factor/problem-text';
import { RecoveryCodes } from '@/admin/kit/second-factor/recovery-codes';
import { makeRecoveryCodes, recoveryCodesQuery } from '@/shared/api/second-factors';
import { useTranslation } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { FailureNotice } from '@/shared/ui/failure-notice';
import { Notice } from '@/shared/ui/notice';
import { Spinner } from '@/shared/ui/spinner';

type Props = {
  /** Asks for a code, then calls `retry`. */
  askForCode: (retry: () => void) => void;
};

/** The number of recovery codes that are left, and new ones, which are shown once. */
export function RecoveryCodeCount({ askForCode }: Props) {
  const { t } = useTranslation(['admin-account', 'site']);
  const problemText = useProblemText();
  const queries = useQueryClient();
  const confirm = useConfirm();
  const left = useQuery(recoveryCodesQuery);
  const make = useMutation({
    networkMode: 'always',
    mutationFn: makeRecoveryCodes,
    onError: (error) => {
      if (asksForCode(error)) askForCode(() => make.mutate());
    },
    onSettled: () => queries.invalidateQueries(recoveryCodesQuery),
  });
  const ask = async () => {
    const question = t('factors.newCodesQuestion');
    const isFirst = left.data === null;
    if (isFirst || (await confirm({ question, action: t('factors.newCodesAction') }))) {
      make.mutate();
    }
  };
  if (make.data !== undefined) {
    return (
      <div className="mt-6">
        <RecoveryCodes codes={make.data} onDone={make.reset} />
      </div>
    );
  }
  return (
    <div className="mt-6 grid justify-items-start gap-3">
      <h3 className="text-lead font-medium">{t('factors.codes')}</h3>
      {left.isPending && <Spinner label={t('site:loading')} />}
      {left.isError && (
        <FailureNotice
          text={t('factors.codesFailed')}
          retryLabel={t('site:retry')}
          onRetry={() => void left.refetch()}
        />
      )}
      {left.isSuccess && (
        <p className="text-small text-muted">
          {left.data === null ? t('factors.noCodes') : t('factors.codesLeft', { count: left.data })}
        </p>
      )}
      {make.isError && !asksForCode(make.error) && (
        <Notice tone="bad">{problemText(make.error)}</Notice>
      )}
      <Button
        look="line"
        aria-disabled={make.isPending}
        onClick={() => {
          if (!make.isPending && left.isSuccess) void ask();
        }}
      >
        {t('factors.newCodes')}
      </Button>
    </div>
  );
}
