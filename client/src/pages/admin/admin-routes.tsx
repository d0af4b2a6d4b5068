import { Route, Routes } from 'react-router';
import { NotFoundPage } from '../public/not-found-page';

/** The routes of the back-office; every path below /admin arrives here. */
export function AdminRoutes() {
  return (
    <Routes>
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}
