import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { asFailure, failureKey } from '../../api/failures';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { Notice } from '../../ui/notice';
import { replacePassword } from './admin-session';
import { passwordOf, passwordProblem, type PasswordProblem } from './password';
import { SignInFrame } from './sign-in-frame';
import { useAdminAuth } from './use-admin-auth';

/** The form to replace a one-time password. Nothing else is shown before. */
export function NewPasswordForm() {
  const { t } = useTranslation('admin');
  const { signOut } = useAdminAuth();
  const [problem, setProblem] = useState<PasswordProblem>();
  const [needsCurrent, setNeedsCurrent] = useState(false);
  const change = useMutation({
    mutationFn: replacePassword,
    networkMode: 'always',
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
    <SignInFrame
      title={t('password.title')}
      lead={t('password.lead')}
      corner={
        <Button look="quiet" onClick={() => void signOut()}>
          {t('menu.signOut')}
        </Button>
      }
    >
      <title>{t('password.title')}</title>
      <form
        aria-label={t('password.title')}
        className="mt-8 grid gap-5"
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
        <Button type="submit" aria-disabled={change.isPending} className="min-h-12">
          {change.isPending ? t('password.sending') : t('password.submit')}
        </Button>
      </form>
    </SignInFrame>
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
  const { t } = useTranslation('admin');
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
  const { t } = useTranslation('admin');
  const { t: site } = useTranslation();
  const failure = asFailure(error);
  const known = messages[failure.code];
  if (known !== undefined) return <Notice tone="bad">{t(`password.${known}`)}</Notice>;
  const isServerMessage = failure.kind === 'invalid' || failure.kind === 'refused';
  return (
    <Notice tone="bad">{isServerMessage ? failure.message : site(failureKey(failure))}</Notice>
  );
}
