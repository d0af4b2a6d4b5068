import { Suspense, useEffect } from 'react';
import { Navigate, Outlet, Route, Routes, useLocation, useNavigationType } from 'react-router';
import { passwordPath } from '@/admin/kit/password-link';
import { AdminGuard } from '@/admin/features/auth/admin-guard';
import { lazyPage } from '@/admin/features/auth/lazy-page';
import { homePath, loginPath, rootPath } from '@/admin/features/auth/next-path';
import { useAdminAuth } from '@/admin/features/auth/use-admin-auth';
import { useLanguage, useTranslation, withMessages } from '@/shared/i18n';
import { writeToAddress } from '@/shared/i18n/language';
import { LocalLink } from '@/shared/ui/local-link';
import { buttonClass } from '@/shared/ui/button';
import { Spinner } from '@/shared/ui/spinner';
import { NotFound } from '@/shared/ui/status-page';
import { useScrollPosition } from '@/shared/ui/use-scroll-position';
import { AdminLayout } from './admin-layout';
import { PageHeading } from './page-heading';
import { ScreenView } from './screen-view';
import { screens } from './screens';

// The pages without a session.
const LoginPage = lazyPage(() =>
  withMessages(import('./login-page'), ['admin-sign-in']).then((m) => m.LoginPage),
);
const PasswordPage = lazyPage(() =>
  withMessages(import('./password-page'), ['admin-sign-in']).then((m) => m.PasswordPage),
);

/** The routes of the back-office, for every path below /admin. */
export function AdminRoutes() {
  useNavigationEffects();
  const { adminUser, loading, hasSignedOut } = useAdminAuth();
  // Without a session an unknown path is a 404 page, not a redirect to the sign-in page.
  const isOutside = adminUser === null && !loading && !hasSignedOut;
  return (
    <Routes>
      <Route path={loginPath} element={<LoginPage />} />
      <Route path={passwordPath} element={<PasswordPage />} />
      <Route element={<Guarded />}>
        <Route path={rootPath} element={<Navigate to={homePath} replace />} />
        {screens.flatMap((screen) =>
          [screen.path, ...(screen.alsoAt ?? [])].map((path) => (
            <Route
              key={path}
              path={path}
              // Remount for another screen, but not for another path of the same one.
              element={<ScreenView key={screen.path} screen={screen} />}
            />
          )),
        )}
        {!isOutside && <Route path="*" element={<UnknownScreen />} />}
      </Route>
      {isOutside && <Route path="*" element={<UnknownPage />} />}
    </Routes>
  );
}

function Guarded() {
  const { t } = useTranslation('admin');
  return (
    <AdminGuard>
      <AdminLayout>
        {/* One boundary around all screens, so that the previous screen stays while the next one loads. */}
        <Suspense fallback={<Spinner label={t('loading')} className="min-h-48 justify-center" />}>
          <Outlet />
        </Suspense>
      </AdminLayout>
    </AdminGuard>
  );
}

function UnknownPage() {
  const { t } = useTranslation();
  return (
    <main aria-label={t('notFound.title')}>
      <NotFound />
    </main>
  );
}

/** The 404 screen of the back-office, beside the menu. */
function UnknownScreen() {
  const { t } = useTranslation('admin');
  return (
    <>
      <PageHeading title={t('unknown.title')} />
      <p className="mb-5 measure">{t('unknown.text')}</p>
      <LocalLink to={homePath} className={buttonClass('solid')}>
        {t('unknown.home')}
      </LocalLink>
    </>
  );
}

/**
 * Keeps the scroll position of each page; after every URL change, writes the language into the URL. A
 * change that keeps `state.page` is the same page and does not scroll.
 */
function useNavigationEffects(): void {
  const { pathname, search, state } = useLocation();
  const language = useLanguage();
  useScrollPosition(pageIn(state) ?? pathname, useNavigationType());
  useEffect(() => writeToAddress(language), [pathname, search, language]);
}

const pageIn = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'page' in state && typeof state.page === 'string'
    ? state.page
    : undefined;
