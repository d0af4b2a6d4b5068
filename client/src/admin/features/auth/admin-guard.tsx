import { Fragment, useEffect, useRef, useState, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { withMessages } from '@/shared/i18n';
import { lazyComponent } from '@/shared/ui/lazy';
import { LoadFailure } from '@/shared/ui/load-failure';
import { whenIdle } from '@/shared/ui/when-idle';
import { hasTemporaryPassword } from './admin-session';
import { lazyPage, LoadingPage } from './lazy-page';
import { loginFor, loginPath } from './next-path';
import { useAdminAuth } from './use-admin-auth';

const NewPasswordForm = lazyPage(() =>
  withMessages(import('./new-password-form'), ['admin-sign-in']).then((m) => m.NewPasswordForm),
);
const SecondFactorPage = lazyPage(() =>
  withMessages(import('./second-factor-page'), ['admin-sign-in']).then((m) => m.SecondFactorPage),
);
const SignInAgain = lazyComponent(
  () => withMessages(import('./sign-in-again'), ['admin-sign-in']).then((m) => m.SignInAgain),
  null,
  () => <LoadFailure onClose={stayOpen} />,
);
const stayOpen = () => {};

/**
 * Shows its children to active admins and redirects others to the sign-in page, with the current path as
 * `next`. If the session expires, the page stays, with all typed values, and a dialog asks for the
 * password. A second factor that is missing is asked for in the same two ways: before the page opens, and
 * over an open one.
 */
export function AdminGuard({ children }: { children: ReactNode }) {
  const { loading, adminUser, missing, hasExpired, hasSignedOut, user, recheck } = useAdminAuth();
  // Here the new recovery codes are shown: the session is an admin's by then.
  const [showsCodes, setShowsCodes] = useState<'page' | 'dialog'>();
  const { pathname, search } = useLocation();
  useOnPathChange(pathname, recheck);
  // Before the session expires.
  useEffect(() => whenIdle(SignInAgain.preload), []);
  if (loading) return <LoadingPage />;
  if (adminUser === null) {
    return <Navigate to={hasSignedOut ? loginPath : loginFor(pathname + search)} replace />;
  }
  const isOver = hasExpired || showsCodes === 'dialog';
  const steps = {
    step: missing ?? (showsCodes === undefined ? null : 'enrol'),
    onVerified: () => setShowsCodes(hasExpired ? 'dialog' : 'page'),
    onDone: () => setShowsCodes(undefined),
  };
  if (!isOver && missing !== 'code' && hasTemporaryPassword(user)) {
    return <NewPasswordForm />;
  }
  if (!isOver && steps.step !== null) {
    return <SecondFactorPage {...steps} step={steps.step} />;
  }
  return (
    // Another admin must not see the state of the previous one.
    <Fragment key={adminUser.id}>
      {children}
      {isOver && <SignInAgain email={adminUser.email} steps={steps} />}
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
