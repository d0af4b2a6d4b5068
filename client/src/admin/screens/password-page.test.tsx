import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { addressNow, showAdmin } from '@tests/admin-page';
import { serve, type Server } from '@tests/page';
import { expectText } from '@tests/expect-text';
import { enterText, user } from '@tests/user';
import type { User } from '@/admin/features/auth/admin-session';
import { readMailedLink } from '@/admin/features/auth/mailed-link';
import { AdminAuthContext, type AdminAuth } from '@/admin/features/auth/use-admin-auth';
import { switchLanguage } from '@/shared/i18n';
import { PasswordPage } from './password-page';

const noop = () => {};
const resolved = () => Promise.resolve();
const nobody: AdminAuth = {
  user: null,
  adminUser: null,
  loading: false,
  isAdmin: false,
  missing: null,
  hasExpired: false,
  hasSignedOut: false,
  mailedLink: readMailedLink(''),
  signIn: resolved,
  signOut: resolved,
  recheck: noop,
};
const account: User = {
  id: 'user-1',
  aud: 'authenticated',
  email: 'amal@example.org',
  app_metadata: {},
  user_metadata: {},
  created_at: '2026-01-01T00:00:00Z',
};
const admin: AdminAuth = {
  ...nobody,
  user: account,
  isAdmin: true,
  adminUser: {
    id: 'row-1',
    auth_user_id: 'user-1',
    email: 'amal@example.org',
    full_name: 'Amal',
    role: 'admin',
    active: true,
    created_at: '2026-01-01T00:00:00Z',
    last_login: null,
    invited_at: null,
    second_factor_removed_at: null,
  },
};

let server: Server;
const refuse = (code: string, status: number) => () =>
  Promise.resolve(
    Response.json(
      { code, message: 'The text of the server.' },
      { status, headers: { 'X-Supabase-Api-Version': '2024-01-01' } },
    ),
  );

beforeEach(async () => {
  server = await serve(() => Promise.resolve(Response.json({})));
});

const go = (who: AdminAuth, fragment = '') =>
  showAdmin(
    <AdminAuthContext value={{ ...who, mailedLink: readMailedLink(fragment) }}>
      <PasswordPage />
    </AdminAuthContext>,
    '/admin/password',
  );

const type = (label: RegExp, value: string) => enterText(screen.getByLabelText(label), value);
const press = (name: string) => user.click(screen.getByRole('button', { name }));
const calls = (path: string) =>
  server.mock.calls
    .map(([url, init]) => ({ url: new URL(url), body: init.body }))
    .filter(({ url }) => url.pathname === `/auth/v1/${path}`)
    .map(({ url, body }): { to: string | null; body: unknown } => ({
      to: url.searchParams.get('redirect_to'),
      body: typeof body === 'string' ? JSON.parse(body) : undefined,
    }));

async function ask(email = 'amal@example.org') {
  await type(/^E-mail/, email);
  await press('Send me a link');
}

describe('the page without a session', () => {
  it('waits until the session has been read', () => {
    go({ ...nobody, loading: true });
    expect(screen.getByText('Loading...')).toBeVisible();
    expect(screen.queryByLabelText(/^E-mail/)).toBeNull();
  });

  it('has a mail sent that leads back to it, and asks for the code', async () => {
    go(nobody);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Forgot your password?');
    await ask();
    await expectText(/If amal@example.org belongs to an admin/);
    expect(calls('recover')).toMatchObject([
      {
        to: `${window.location.origin}/admin/password?lang=en`,
        body: { email: 'amal@example.org' },
      },
    ]);
    expect(screen.getByLabelText(/^Code from the mail/)).toHaveFocus();
    await press('Send another mail');
    expect(screen.getByRole('button', { name: 'Send me a link' })).toBeVisible();
  });

  it('sends the code, and says what to do with a wrong one', async () => {
    go(nobody);
    await press('I have a code');
    expect(screen.getByLabelText(/^E-mail/)).toHaveFocus();
    server.mockImplementation(refuse('otp_expired', 403));
    await type(/^E-mail/, 'amal@example.org');
    await type(/^Code/, ' 123456 ');
    await press('Continue');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'This code is wrong, too old, or was used already.',
    );
    expect(calls('verify')).toMatchObject([
      { body: { email: 'amal@example.org', token: '123456', type: 'email' } },
    ]);
  });

  it.each([
    { answer: refuse('over_email_send_rate_limit', 429), said: 'Wait a minute, then try again.' },
    {
      answer: () => Promise.reject(new TypeError('Failed to fetch')),
      said: 'We could not reach the server.',
    },
  ])('says "$said" if no mail was sent', async ({ answer, said }) => {
    server.mockImplementation(answer);
    go(nobody);
    await ask();
    expect(await screen.findByRole('alert')).toHaveTextContent(said);
    expect(screen.getByLabelText(/^E-mail/)).toHaveValue('amal@example.org');
  });

  it.each([
    { fragment: '#error=access_denied&error_code=otp_expired', said: 'was used already' },
    { fragment: '#error=access_denied&error_code=user_banned', said: 'could not be used' },
  ])('says that a link $said', ({ fragment, said }) => {
    go(nobody, fragment);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('This link does not work');
    expect(screen.getByRole('alert')).toHaveTextContent(said);
    expect(screen.getByRole('button', { name: 'Send me a link' })).toBeVisible();
  });

  it.each(['fr', 'ar'] as const)('is in %s too', async (language) => {
    await switchLanguage(language);
    go(nobody);
    const name = { fr: 'M’envoyer un lien', ar: 'أرسل لي رابطًا' }[language];
    expect(screen.getByRole('button', { name })).toBeVisible();
    await switchLanguage('en');
  });
});

describe('the page with a session', () => {
  const choose = async (password: string) => {
    await type(/^New password/, password);
    await type(/^The same again/, password);
    await press('Keep this password');
  };

  it('names the account, and asks for no address', () => {
    go(admin, '#access_token=a&type=recovery');
    expect(screen.getByText(/For the account amal@example.org/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Send me a link' })).toBeNull();
    expect(addressNow()).toBe('/admin/password');
  });

  it('welcomes an invited admin', () => {
    go(admin, '#access_token=a&type=invite');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Welcome');
  });

  it('says that the link was used, and still takes a password', () => {
    go(admin, '#error=access_denied&error_code=otp_expired');
    expect(screen.getByRole('alert')).toHaveTextContent('was used already');
    expect(screen.getByLabelText(/^New password/)).toBeVisible();
  });

  it('takes no password of who is no admin', () => {
    go({ ...nobody, user: account }, '#access_token=a&type=recovery');
    expect(screen.getByRole('alert')).toHaveTextContent('Not authorized as admin');
    expect(screen.queryByLabelText(/^New password/)).toBeNull();
  });

  it('refuses a repetition that differs before it is sent', async () => {
    go(admin);
    await type(/^New password/, 'long enough');
    await type(/^The same again/, 'long enouhg');
    await press('Keep this password');
    await waitFor(() =>
      expect(screen.getByRole('alert')).toHaveTextContent('The two passwords are not the same'),
    );
    expect(calls('user')).toEqual([]);
    await choose('short');
    expect(screen.getByRole('alert')).toHaveTextContent('at least 6 characters');
  });
});
