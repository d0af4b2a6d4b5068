import { BrowserRouter, Route, Routes } from 'react-router';
import { NotFoundPage } from '../pages/public/not-found-page';
import { PublicLayout } from './public-layout';
import { publicRoutes } from './routes';

/** The public site: every route inside the one layout, the unknown ones too. */
export function PublicRouter() {
  return (
    <BrowserRouter>
      <Routes>
        <Route element={<PublicLayout />}>
          {publicRoutes.map(({ path, page: Page }) => (
            <Route key={path} path={path} element={<Page />} />
          ))}
          <Route path="*" element={<NotFoundPage />} />
        </Route>
      </Routes>
    </BrowserRouter>
  );
}
