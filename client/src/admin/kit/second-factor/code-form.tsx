import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { failureText } from '@/shared/api/failures';
import {
  giveCode,
  giveRecoveryCode,
  ownFactorsQuery,
  type OwnFactor,
} from '@/shared/api/second-factors';
import { useTranslation } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { FailureNotice } from '@/shared/ui/failure-notice';
import { SelectField, TextField } from '@/shared/ui/field';
import { textOf } from '@/shared/ui/form-text';
import { Notice } from '@/shared/ui/notice';
import { Spinner } from '@/shared/ui/spinner';
import { CodeField } from './code-field';
import { useProblemText } from './problem-text';

type Props = {
  /** Called once a code was accepted. */
  onDone?: () => void;
  className?: string;
};

/** Asks for the code of an authenticator app, or for a recovery code. */
export function CodeForm({ onDone, className = '' }: Props) {
  const { t } = useTranslation('admin-sign-in');
  const [withRecoveryCode, setWithRecoveryCode] = useState(false);
  return (
    <div className={`grid gap-3 ${className}`}>
      {withRecoveryCode ? <RecoveryForm onDone={onDone} /> : <AppForm onDone={onDone} />}
      <Button look="quiet" onClick={() => setWithRecoveryCode((before) => !before)}>
        {t(withRecoveryCode ? 'secondFactor.useApp' : 'secondFactor.useRecovery')}
      </Button>
    </div>
  );
}

type FormProps = { onDone: (() => void) | undefined };

function AppForm({ onDone }: FormProps) {
  const { t } = useTranslation(['admin-sign-in', 'admin', 'site']);
  const found = useQuery(ownFactorsQuery);
  if (found.isError) {
    return (
      <FailureNotice
        text={`${t('secondFactor.failed')} ${failureText(t, found.error)}`}
        retryLabel={t('site:retry')}
        onRetry={() => void found.refetch()}
      />
    );
  }
  if (found.data === undefined) return <Spinner label={t('admin:loading')} />;
  const [first] = found.data;
  if (first === undefined) return <Notice tone="plain">{t('secondFactor.noApp')}</Notice>;
  return <OneCodeForm factors={found.data} first={first} onDone={onDone} />;
}

function OneCodeForm({
  factors,
  first,
  onDone,
}: FormProps & { factors: OwnFactor[]; first: OwnFactor }) {
  const { t } = useTranslation('admin-sign-in');
  const problemText = useProblemText();
  const check = useMutation({
    mutationFn: giveCode,
    networkMode: 'always',
    onSuccess: () => onDone?.(),
  });
  const send = (data: FormData) => {
    const chosen = factors.find(({ id }) => id === textOf(data, 'factor')) ?? first;
    if (!check.isPending) check.mutate({ id: chosen.id, code: textOf(data, 'code') });
  };
  return (
    <form
      aria-label={t('secondFactor.title')}
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        send(new FormData(event.currentTarget));
      }}
    >
      {factors.length > 1 && (
        <SelectField label={t('secondFactor.which')} name="factor">
          {factors.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <CodeField isFocused />
      {check.isError && <Notice tone="bad">{problemText(check.error)}</Notice>}
      <Button type="submit" aria-disabled={check.isPending} className="min-h-12">
        {t(check.isPending ? 'secondFactor.checking' : 'secondFactor.submit')}
      </Button>
    </form>
  );
}

const focus = (input: HTMLInputElement | null) => input?.focus();

function RecoveryForm({ onDone }: FormProps) {
  const { t } = useTranslation('admin-sign-in');
  const problemText = useProblemText();
  const check = useMutation({
    mutationFn: giveRecoveryCode,
    networkMode: 'always',
    onSuccess: () => onDone?.(),
  });
  return (
    <form
      aria-label={t('secondFactor.useRecovery')}
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        const code = textOf(new FormData(event.currentTarget), 'recovery');
        if (!check.isPending) check.mutate(code);
      }}
    >
      <TextField
        ref={focus}
        name="recovery"
        label={t('secondFactor.recoveryCode')}
        hint={t('secondFactor.recoveryHint')}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        required
      />
      {check.isError && <Notice tone="bad">{problemText(check.error)}</Notice>}
      <Button type="submit" aria-disabled={check.isPending} className="min-h-12">
        {t(check.isPending ? 'secondFactor.checking' : 'secondFactor.submit')}
      </Button>
    </form>
  );
}
