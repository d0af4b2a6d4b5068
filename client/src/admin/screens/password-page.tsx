import { useNavigate } from 'react-router';
import { homePath, loginPath } from '@/admin/features/auth/next-path';
import { PasswordForm } from '@/admin/features/auth/password-form';
import { PasswordLinkForm } from '@/admin/features/auth/password-link-form';
import { SecondFactorPage } from '@/admin/features/auth/second-factor-page';
import { SignInFrame } from '@/admin/features/auth/sign-in-frame';
import { useAdminAuth } from '@/admin/features/auth/use-admin-auth';
import { useTranslation } from '@/shared/i18n';
import { LocalLink } from '@/shared/ui/local-link';
import { Notice } from '@/shared/ui/notice';
import { Spinner } from '@/shared/ui/spinner';
import { notify } from '@/shared/ui/toast';

const noop = () => {};

/**
 * The page behind the mailed links for a new password and of an invitation. A link that worked has signed
 * in, and the page asks for the new password. Without a session it sends such a link.
 */
export function PasswordPage() {
  const { t } = useTranslation(['admin-sign-in', 'admin']);
  const { mailedLink: link, loading, user, adminUser, missing } = useAdminAuth();
  const navigate = useNavigate();

  if (loading) {
    return (
      <SignInFrame title={t('password.title')} lead="">
        <Spinner label={t('admin:loading')} className="mt-8" />
      </SignInFrame>
    );
  }
  const problem = link.problem !== undefined && (
    <Notice tone="bad" className="mt-6">
      {t(`link.${link.problem}`)}
    </Notice>
  );
  if (user === null) {
    const title = link.problem === undefined ? t('forgot.title') : t('link.title');
    return (
      <SignInFrame title={title} lead={t('forgot.lead')}>
        {problem}
        <PasswordLinkForm />
        <LocalLink
          to={loginPath}
          className="mt-5 inline-flex min-h-11 items-center text-small underline underline-offset-6"
        >
          {t('forgot.back')}
        </LocalLink>
      </SignInFrame>
    );
  }
  // The server changes the password only after the second factor.
  if (missing === 'code') return <SecondFactorPage step="code" onVerified={noop} onDone={noop} />;
  const email = user.email ?? '';
  const title = link.isInvitation ? t('welcome.title') : t('password.title');
  const lead = link.isInvitation ? t('welcome.lead', { email }) : t('password.whose', { email });
  return (
    <SignInFrame title={title} lead={lead} hasSession>
      {problem}
      {adminUser === null ? (
        <Notice tone="bad" className="mt-8">
          {t('login.notAdmin')}
        </Notice>
      ) : (
        <PasswordForm
          className="mt-8"
          onSaved={() => {
            notify('good', t('password.saved'), { ms: 8000 });
            void navigate(homePath, { replace: true });
          }}
        />
      )}
    </SignInFrame>
  );
}
