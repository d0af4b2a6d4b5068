import { BrowserRouter } from 'react-router';
import { AdminRoutes } from '../pages/admin/admin-routes';
import { mount } from './mount';

void mount(
  <BrowserRouter>
    <AdminRoutes />
  </BrowserRouter>,
  ['site', 'admin'],
);
