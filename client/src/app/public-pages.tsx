import { Fragment } from 'react';
import { Route, Routes } from 'react-router';
import { loadedPage } from './page-modules';
import { PageFailure } from './page-failure';
import { PublicLayout } from './public-layout';
import { useLinkPrefetch } from './use-link-prefetch';
import { useShownPage } from './use-shown-page';

/** The public site: every route inside the one layout, the unknown ones too. */
export function PublicPages() {
  const { location, route, isOpening, isFailed, retry } = useShownPage();
  useLinkPrefetch();
  const page = isFailed ? undefined : loadedPage(route);
  // The key makes /achievement/k2 another page than /achievement/everest, with a state of its own.
  const content = (
    <Fragment key={location.pathname}>{page ?? <PageFailure onRetry={retry} />}</Fragment>
  );
  return (
    <Routes location={location}>
      <Route element={<PublicLayout isOpening={isOpening} isFailed={isFailed} />}>
        <Route path={route.path} element={content} />
      </Route>
    </Routes>
  );
}
