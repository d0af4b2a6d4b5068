import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { passwordLink } from '@/admin/kit/password-link';
import { asFailure, failureKey } from '@/shared/api/failures';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { EmailField, TextField } from '@/shared/ui/field';
import { textOf } from '@/shared/ui/form-text';
import { Notice } from '@/shared/ui/notice';
import { requestPasswordLink, signInWithCode } from './admin-session';

/**
 * Sends a link for a new password, and takes the code that the mail has too: a link may be opened on
 * another device. After the code there is a session.
 */
export function PasswordLinkForm() {
  const { t } = useTranslation('admin-sign-in');
  const language = useLanguage();
  const [email, setEmail] = useState('');
  const [hasCode, setHasCode] = useState(false);
  const request = useMutation({
    mutationFn: (address: string) => requestPasswordLink(address, passwordLink(language)),
    networkMode: 'always',
    onSuccess: () => setHasCode(true),
  });
  const ask = (address: string) => {
    setEmail(address);
    if (!request.isPending) request.mutate(address);
  };
  return (
    <div className="mt-8 grid gap-5">
      {request.isSuccess && <Notice tone="good">{t('forgot.sent', { email })}</Notice>}
      {hasCode ? (
        <CodeForm email={email} />
      ) : (
        <form
          aria-label={t('forgot.title')}
          className="grid gap-5"
          onSubmit={(event) => {
            event.preventDefault();
            ask(textOf(new FormData(event.currentTarget), 'email'));
          }}
        >
          <EmailField label={t('login.email')} autoComplete="username" required />
          <Button type="submit" aria-disabled={request.isPending} className="min-h-12">
            {request.isPending ? t('forgot.sending') : t('forgot.submit')}
          </Button>
        </form>
      )}
      {request.isError && <Problem error={request.error} />}
      {hasCode ? (
        <Button
          look="quiet"
          onClick={() => {
            setHasCode(false);
            request.reset();
          }}
        >
          {t('forgot.again')}
        </Button>
      ) : (
        <Button look="quiet" onClick={() => setHasCode(true)}>
          {t('forgot.haveCode')}
        </Button>
      )}
    </div>
  );
}

// The button that opened the form is gone: the focus must not be lost.
const focus = (input: HTMLInputElement | null) => input?.focus();

function CodeForm({ email }: { email: string }) {
  const { t } = useTranslation('admin-sign-in');
  const verify = useMutation({
    mutationFn: (data: FormData) => signInWithCode(textOf(data, 'email'), textOf(data, 'code')),
    networkMode: 'always',
  });
  return (
    <form
      aria-label={t('forgot.haveCode')}
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!verify.isPending) verify.mutate(new FormData(event.currentTarget));
      }}
    >
      <EmailField
        label={t('login.email')}
        autoComplete="username"
        defaultValue={email}
        {...(email === '' && { ref: focus })}
        required
      />
      <TextField
        name="code"
        label={t('forgot.code')}
        hint={t('forgot.codeHint')}
        dir="ltr"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        {...(email !== '' && { ref: focus })}
        required
      />
      {verify.isError && <Problem error={verify.error} />}
      <Button type="submit" aria-disabled={verify.isPending} className="min-h-12">
        {verify.isPending ? t('forgot.checking') : t('forgot.continue')}
      </Button>
    </form>
  );
}

function Problem({ error }: { error: unknown }) {
  const { t } = useTranslation('admin-sign-in');
  const { t: site } = useTranslation();
  const failure = asFailure(error);
  const text =
    failure.code === 'otp_expired'
      ? t('forgot.codeWrong')
      : failure.code === 'over_email_send_rate_limit'
        ? t('forgot.tooSoon')
        : site(failureKey(failure));
  return <Notice tone="bad">{text}</Notice>;
}
