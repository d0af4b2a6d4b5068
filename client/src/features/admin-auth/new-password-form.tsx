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
  const change = useMutation({ mutationFn: replacePassword, networkMode: 'always' });

  const send = (data: FormData) => {
    const password = passwordOf(data, 'password');
    const found = passwordProblem(password, passwordOf(data, 'again'));
    setProblem(found);
    if (found === undefined && !change.isPending) change.mutate(password);
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
  if (failure.code === 'same_password') return <Notice tone="bad">{t('password.same')}</Notice>;
  const isServerMessage = failure.kind === 'invalid' || failure.kind === 'refused';
  return (
    <Notice tone="bad">{isServerMessage ? failure.message : site(failureKey(failure))}</Notice>
  );
}
