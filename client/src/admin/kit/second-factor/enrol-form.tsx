import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  enrolFactor,
  giveCode,
  makeRecoveryCodes,
  ownFactorsQuery,
  recoveryCodesQuery,
  type NewFactor,
} from '@/shared/api/second-factors';
import { useTranslation } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { CopyButton } from '@/shared/ui/copy-button';
import { TextField } from '@/shared/ui/field';
import { textOf } from '@/shared/ui/form-text';
import { Notice } from '@/shared/ui/notice';
import { CodeField } from './code-field';
import { useProblemText } from './problem-text';
import { RecoveryCodes } from './recovery-codes';

type Props = {
  /** Whether recovery codes are made and shown after the code: for the first factor. */
  withRecoveryCodes: boolean;
  /** Called when the factor has given its first code. */
  onVerified?: () => void;
  /** Called when the factor is verified, and its recovery codes have been seen. */
  onDone: () => void;
  /** Called when the server asks for a code of another factor first. */
  onRefused?: (error: unknown) => void;
};

/** Adds an authenticator app in steps: its name, the QR code with a first code, the recovery codes. */
export function EnrolForm({ withRecoveryCodes, onVerified, onDone, onRefused }: Props) {
  const { t } = useTranslation('admin-sign-in');
  const problemText = useProblemText();
  const queries = useQueryClient();
  const start = useMutation({
    mutationFn: enrolFactor,
    networkMode: 'always',
    onError: (error) => onRefused?.(error),
  });
  const codes = useMutation({
    mutationFn: makeRecoveryCodes,
    networkMode: 'always',
    onSettled: () => queries.invalidateQueries(recoveryCodesQuery),
  });
  const verified = () => {
    onVerified?.();
    void queries.invalidateQueries(ownFactorsQuery);
    if (withRecoveryCodes) codes.mutate();
    else onDone();
  };
  if (codes.data !== undefined) return <RecoveryCodes codes={codes.data} onDone={onDone} />;
  if (codes.isError) {
    return (
      <div className="grid justify-items-start gap-4">
        <Notice tone="bad">{`${t('secondFactor.codesFailed')} ${problemText(codes.error)}`}</Notice>
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => codes.mutate()}>{t('secondFactor.makeCodes')}</Button>
          <Button look="quiet" onClick={onDone}>
            {t('secondFactor.later')}
          </Button>
        </div>
      </div>
    );
  }
  if (start.data !== undefined) return <VerifyForm factor={start.data} onVerified={verified} />;
  return (
    <form
      aria-label={t('secondFactor.enrol')}
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        const name = textOf(new FormData(event.currentTarget), 'name');
        if (!start.isPending) start.mutate(name);
      }}
    >
      <TextField
        name="name"
        label={t('secondFactor.name')}
        hint={t('secondFactor.nameHint')}
        defaultValue={t('secondFactor.defaultName')}
        autoComplete="off"
        maxLength={100}
        required
      />
      {start.isError && <Notice tone="bad">{problemText(start.error)}</Notice>}
      <Button type="submit" aria-disabled={start.isPending} className="min-h-12">
        {t('secondFactor.start')}
      </Button>
    </form>
  );
}

type VerifyProps = { factor: NewFactor; onVerified: () => void };

/** The QR code, and the first code of the app. */
function VerifyForm({ factor, onVerified }: VerifyProps) {
  const { t } = useTranslation('admin-sign-in');
  const problemText = useProblemText();
  const [isVerified, setVerified] = useState(false);
  const check = useMutation({
    mutationFn: giveCode,
    networkMode: 'always',
    onSuccess: () => {
      setVerified(true);
      onVerified();
    },
  });
  const busy = check.isPending || isVerified;
  return (
    <form
      aria-label={t('secondFactor.enrol')}
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        const code = textOf(new FormData(event.currentTarget), 'code');
        if (!busy) check.mutate({ id: factor.id, code });
      }}
    >
      <p className="text-small">{t('secondFactor.scan')}</p>
      <img
        src={factor.picture}
        alt={t('secondFactor.picture')}
        width={220}
        height={220}
        className="rounded-block border border-line bg-white"
      />
      <div>
        <p className="text-small text-muted">{t('secondFactor.secret')}</p>
        <p className="mt-1 flex flex-wrap items-center gap-3">
          <bdi dir="ltr" className="font-mono text-small wrap-anywhere select-all">
            {factor.secret}
          </bdi>
          <CopyButton
            text={factor.secret}
            label={t('secondFactor.copy')}
            copied={t('secondFactor.copied')}
            failed={t('secondFactor.notCopied')}
          />
        </p>
      </div>
      <CodeField isFocused />
      {check.isError && <Notice tone="bad">{problemText(check.error)}</Notice>}
      <Button type="submit" aria-disabled={busy} className="min-h-12">
        {t(busy ? 'secondFactor.checking' : 'secondFactor.verify')}
      </Button>
    </form>
  );
}
