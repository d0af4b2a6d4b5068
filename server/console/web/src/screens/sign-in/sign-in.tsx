import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, ApiError } from '@/kit/api.ts';
import { session } from '@/kit/session.ts';
import { Failure, Field, Tabs } from '@/kit/ui.tsx';
import type { Session } from '@/kit/types.ts';
import { t } from '@/texts.ts';

type Credentials = { key: string } | { email: string; password: string; code: string };

/** The first screen of whom the server does not know. */
export function SignIn() {
  return (
    <main className="alone">
      <div className="card">
        <h1>{t.consoleOf}</h1>
        <SignInForm />
      </div>
    </main>
  );
}

/** Signs in with the service key, or as a user whom the operator has let in. */
export function SignInForm() {
  const client = useQueryClient();
  const [by, setBy] = useState<'key' | 'account'>('key');
  const byKey = by === 'key';
  const signIn = useMutation({
    mutationFn: (given: Credentials) => api<Session>('POST', '/session', given),
    onSuccess: (opened) => client.setQueryData(session.queryKey, opened),
  });
  const needsCode =
    signIn.error instanceof ApiError && signIn.error.code === 'console_second_factor';
  return (
    <form
      className="sign-in"
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        const field = (name: string) => {
          const value = form.get(name);
          return typeof value === 'string' ? value : '';
        };
        signIn.mutate(
          byKey
            ? { key: field('key') }
            : { email: field('email'), password: field('password'), code: field('code') },
        );
      }}
    >
      <Tabs
        tabs={[
          ['key', t.serviceKey],
          ['account', t.account],
        ]}
        shown={by}
        onShow={setBy}
      />
      {byKey ? (
        <Field label={t.serviceKey} hint={t.serviceKeyHint}>
          <input name="key" type="password" autoComplete="off" autoFocus required />
        </Field>
      ) : (
        <>
          <Field label={t.email}>
            <input name="email" type="email" autoComplete="username" required />
          </Field>
          <Field label={t.password} hint={t.accountHint}>
            <input name="password" type="password" autoComplete="current-password" required />
          </Field>
          {needsCode && (
            <Field label={t.code}>
              <input
                autoFocus
                name="code"
                inputMode="numeric"
                autoComplete="one-time-code"
                required
              />
            </Field>
          )}
        </>
      )}
      <Failure error={signIn.error} />
      <button type="submit" className="primary" disabled={signIn.isPending}>
        {t.signIn}
      </button>
    </form>
  );
}
