import { Fragment } from 'react';
import { Route, Routes } from 'react-router';
import { loadedPage } from './page-modules';
import { PageFailure } from './page-failure';
import { PublicLayout } from './public-layout';
import { useLinkPrefetch } from './use-link-prefetch';
import { useShownPage } from './use-shown-page';

/** The public site: all routes, including unknown ones, share one layout. */
export function PublicPages() {
  const { location, type, route, isOpening, isFailed, retry } = useShownPage();
  useLinkPrefetch();
  const page = isFailed ? undefined : loadedPage(route);
  // The key remounts the page when a parameter changes: /achievement/k2 has its own state.
  const content = (
    <Fragment key={location.pathname}>{page ?? <PageFailure onRetry={retry} />}</Fragment>
  );
  return (
    <Routes location={location}>
      <Route element={<PublicLayout {...{ type, isOpening, isFailed }} />}>
        <Route path={route.path} element={content} />
      </Route>
    </Routes>
  );
}
