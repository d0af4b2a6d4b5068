import { useEffect } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { passwordPath } from '@/admin/kit/password-link';
import { LoginForm } from '@/admin/features/auth/login-form';
import { nextPath } from '@/admin/features/auth/next-path';
import { SignInFrame } from '@/admin/features/auth/sign-in-frame';
import { useAdminAuth } from '@/admin/features/auth/use-admin-auth';
import { forgetRecent } from '@/admin/features/palette/recent-entries';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { LocalLink } from '@/shared/ui/local-link';
import { Spinner } from '@/shared/ui/spinner';
import { prefetchScreen } from './screen-modules';
import { screens } from './screens';

/**
 * The sign-in page. A signed-in admin is redirected to `next`, which asks for the second factor if one is
 * due.
 */
export function LoginPage() {
  const { t } = useTranslation(['admin-sign-in', 'admin']);
  const { adminUser, hasExpired, loading } = useAdminAuth();
  const [params] = useSearchParams();
  const language = useLanguage();
  useEffect(forgetRecent, []);
  // Prefetches the first screen.
  useEffect(
    () => screens.slice(0, 1).forEach((first) => prefetchScreen(first, language)),
    [language],
  );
  if (adminUser !== null && !hasExpired) {
    return <Navigate to={nextPath(params.get('next'))} replace />;
  }
  return (
    <SignInFrame title={t('login.title')} lead={t('login.lead')}>
      {loading ? <Spinner label={t('admin:loading')} className="mt-8" /> : <LoginForm />}
      <LocalLink
        to={passwordPath}
        className="mt-5 inline-flex min-h-11 items-center text-small underline underline-offset-6"
      >
        {t('forgot.title')}
      </LocalLink>
    </SignInFrame>
  );
}
