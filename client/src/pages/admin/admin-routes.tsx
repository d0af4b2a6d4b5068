import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, Route, Routes } from 'react-router';
import { AdminGuard } from '../../features/admin-auth/admin-guard';
import { homePath } from '../../features/admin-auth/next-path';
import { NotFoundPage } from '../public/not-found-page';
import { AdminLayout } from './admin-layout';
import { BookOrdersPage } from './book-orders-page';
import { DashboardPage } from './dashboard-page';
import { LoginPage } from './login-page';
import { useEachPage } from './use-each-page';
import { UsersPage } from './users-page';

/** The routes of the back-office; every path below /admin arrives here. */
export function AdminRoutes() {
  useEachPage();
  return (
    <Routes>
      <Route path="/admin/login" element={<LoginPage />} />
      <Route path="/admin" element={<Guarded />}>
        <Route index element={<Navigate to={homePath} replace />} />
        <Route path="dashboard" element={<DashboardPage />} />
        <Route path="book-orders" element={<BookOrdersPage />} />
        <Route path="users" element={<UsersPage />} />
      </Route>
      <Route path="*" element={<UnknownPage />} />
    </Routes>
  );
}

function Guarded() {
  return (
    <AdminGuard>
      <AdminLayout>
        <Outlet />
      </AdminLayout>
    </AdminGuard>
  );
}

function UnknownPage() {
  const { t } = useTranslation();
  return (
    <main aria-label={t('notFound.title')}>
      <NotFoundPage />
    </main>
  );
}
