import { Fragment, useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router';
import { Spinner } from '../../ui/spinner';
import { hasTemporaryPassword } from './admin-session';
import { NewPasswordForm } from './new-password-form';
import { loginFor, loginPath } from './next-path';
import { SignInAgain } from './sign-in-again';
import { useAdminAuth } from './use-admin-auth';

/**
 * Shows its children to active admins and redirects others to the sign-in page, with the current path as
 * `next`. If the session expires, the page stays, with all typed values, and a dialog asks for the
 * password.
 */
export function AdminGuard({ children }: { children: ReactNode }) {
  const { t } = useTranslation('admin');
  const { loading, adminUser, hasExpired, hasSignedOut, user, recheck } = useAdminAuth();
  const { pathname, search } = useLocation();
  useOnPathChange(pathname, recheck);
  if (loading) {
    return (
      <main className="grid min-h-dvh place-items-center">
        <Spinner label={t('loading')} />
      </main>
    );
  }
  if (adminUser === null) {
    return <Navigate to={hasSignedOut ? loginPath : loginFor(pathname + search)} replace />;
  }
  if (hasTemporaryPassword(user)) return <NewPasswordForm />;
  return (
    // Another admin must not see the state of the previous one.
    <Fragment key={adminUser.id}>
      {children}
      {hasExpired && <SignInAgain email={adminUser.email} />}
    </Fragment>
  );
}

/** Calls `onPage` when the path changes. */
function useOnPathChange(page: string, onPage: () => void): void {
  const last = useRef(page);
  useEffect(() => {
    if (last.current === page) return;
    last.current = page;
    onPage();
  }, [page, onPage]);
}
