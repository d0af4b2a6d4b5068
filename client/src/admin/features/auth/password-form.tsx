import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { asFailure, failureKey } from '@/shared/api/failures';
import { useTranslation } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { TextField } from '@/shared/ui/field';
import { Notice } from '@/shared/ui/notice';
import { replacePassword } from './admin-session';
import { passwordOf, passwordProblem, weakReasons, type PasswordProblem } from './password';

type Props = {
  /** Called once the password is changed. */
  onSaved?: () => void;
  className?: string;
};

/**
 * The form of a new password for the signed-in user. It asks for the present one if the server does: the
 * sign-in was long ago, or the server always asks.
 */
export function PasswordForm({ onSaved, className = '' }: Props) {
  const { t } = useTranslation('admin-sign-in');
  const [problem, setProblem] = useState<PasswordProblem>();
  const [needsCurrent, setNeedsCurrent] = useState(false);
  const change = useMutation({
    mutationFn: replacePassword,
    networkMode: 'always',
    onSuccess: () => onSaved?.(),
    onError: (error) => setNeedsCurrent((before) => before || asksForCurrent(error)),
  });

  const send = (data: FormData) => {
    const password = passwordOf(data, 'password');
    const found = passwordProblem(password, passwordOf(data, 'again'));
    setProblem(found);
    if (found !== undefined || change.isPending) return;
    change.mutate({ password, current: passwordOf(data, 'current') });
  };

  return (
    <form
      aria-label={t('password.title')}
      className={`grid gap-5 ${className}`}
      onSubmit={(event) => {
        event.preventDefault();
        send(new FormData(event.currentTarget));
      }}
    >
      {needsCurrent && (
        <TextField
          name="current"
          label={t('password.current')}
          type="password"
          dir="ltr"
          autoComplete="current-password"
          required
        />
      )}
      <PasswordFields />
      {problem !== undefined && <Notice tone="bad">{t(`password.${problem}`)}</Notice>}
      {problem === undefined && change.isError && <Refusal error={change.error} />}
      <Button
        type="submit"
        aria-disabled={change.isPending}
        className="min-h-12 aria-disabled:cursor-progress"
      >
        {change.isPending ? t('password.sending') : t('password.submit')}
      </Button>
    </form>
  );
}

// The codes of the auth server that have a translated message.
const messages: Record<string, 'same' | 'weak' | 'currentNeeded' | 'currentWrong'> = {
  same_password: 'same',
  weak_password: 'weak',
  reauthentication_needed: 'currentNeeded',
  current_password_required: 'currentNeeded',
  current_password_invalid: 'currentWrong',
};

const asksForCurrent = (error: unknown): boolean =>
  /^(reauthentication_needed|current_password_)/.test(asFailure(error).code);

function PasswordFields() {
  const { t } = useTranslation('admin-sign-in');
  const shared = {
    type: 'password',
    dir: 'ltr',
    autoComplete: 'new-password',
    required: true,
  };
  return (
    <>
      <TextField
        {...shared}
        name="password"
        label={t('password.first')}
        hint={t('password.hint')}
      />
      <TextField {...shared} name="again" label={t('password.again')} />
    </>
  );
}

function Refusal({ error }: { error: unknown }) {
  const { t } = useTranslation('admin-sign-in');
  const { t: site } = useTranslation();
  const failure = asFailure(error);
  const known = messages[failure.code];
  if (known !== undefined) {
    const reasons = weakReasons(failure).map((reason) => t(`password.reasons.${reason}`));
    return <Notice tone="bad">{[t(`password.${known}`), ...reasons].join(' ')}</Notice>;
  }
  const isServerMessage = failure.kind === 'invalid' || failure.kind === 'refused';
  return (
    <Notice tone="bad">{isServerMessage ? failure.message : site(failureKey(failure))}</Notice>
  );
}
