import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router';
import { Spinner } from '../../ui/spinner';
import { hasTemporaryPassword } from './admin-session';
import { NewPasswordForm } from './new-password-form';
import { loginFor, loginPath } from './next-path';
import { useAdminAuth } from './use-admin-auth';

/** Lets active admins through; others go to the sign-in page, and come back to where they were. */
export function AdminGuard({ children }: { children: ReactNode }) {
  const { t } = useTranslation('admin');
  const { loading, isAdmin, hasLeft, user } = useAdminAuth();
  const { pathname, search } = useLocation();
  if (loading) {
    return (
      <main className="grid min-h-dvh place-items-center">
        <Spinner label={t('loading')} />
      </main>
    );
  }
  if (!isAdmin) return <Navigate to={hasLeft ? loginPath : loginFor(pathname + search)} replace />;
  if (hasTemporaryPassword(user)) return <NewPasswordForm />;
  return children;
}
