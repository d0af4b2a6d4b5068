import { useState } from 'react';
import { asFailure, failureKey } from '@/shared/api/failures';
import { useTranslation } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { TextField } from '@/shared/ui/field';
import { textOf } from '@/shared/ui/form-text';
import { SurveyMark } from '@/shared/ui/icons';
import { Notice } from '@/shared/ui/notice';
import { passwordOf } from './password';
import { NotAdmin, useAdminAuth } from './use-admin-auth';

type Props = {
  /** A fixed e-mail; without it the form has an e-mail field. */
  email?: string;
};

/** The sign-in form. An error stays until the next attempt. */
export function LoginForm({ email }: Props) {
  const { t } = useTranslation('admin-sign-in');
  const { signIn } = useAdminAuth();
  const problemText = useProblemText();
  const [problem, setProblem] = useState<unknown>();
  const [busy, setBusy] = useState(false);

  const send = async (data: FormData) => {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await signIn(textOf(data, 'email'), passwordOf(data, 'password'));
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <form
      aria-label={t('login.title')}
      className="mt-8 grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void send(new FormData(event.currentTarget));
      }}
    >
      <TextField
        label={t('login.email')}
        name="email"
        type="email"
        dir="ltr"
        autoComplete="username"
        {...(email !== undefined && { defaultValue: email, readOnly: true })}
        required
      />
      <TextField
        label={t('login.password')}
        name="password"
        type="password"
        dir="ltr"
        autoComplete="current-password"
        required
      />
      {problem !== undefined && (
        <Notice tone="bad" className="border border-bad text-bad">
          {problemText(problem)}
        </Notice>
      )}
      <Button type="submit" aria-disabled={busy} className="min-h-12 aria-disabled:cursor-progress">
        <SurveyMark />
        {busy ? t('login.sending') : t('login.submit')}
      </Button>
    </form>
  );
}

/** The server's own message, in the reader's language where we know it. */
function useProblemText(): (problem: unknown) => string {
  const { t } = useTranslation('admin-sign-in');
  const { t: site } = useTranslation();
  return (problem) => {
    if (problem instanceof NotAdmin) return t('login.notAdmin');
    const failure = asFailure(problem);
    if (failure.code === 'invalid_credentials') return t('login.wrong');
    const isServerMessage = failure.kind === 'invalid' || failure.kind === 'refused';
    return isServerMessage ? failure.message : site(failureKey(failure));
  };
}
