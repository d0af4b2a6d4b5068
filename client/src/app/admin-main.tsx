import { BrowserRouter } from 'react-router';
import { AdminAuthProvider } from '../features/admin-auth/admin-auth-provider';
import { AdminRoutes } from '../pages/admin/admin-routes';
import { mount } from './mount';
import '../styles/admin.css';

void mount(
  <BrowserRouter>
    <AdminAuthProvider>
      <AdminRoutes />
    </AdminAuthProvider>
  </BrowserRouter>,
  ['site', 'admin'],
);
