import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import {
  useLocation,
  useNavigationType,
  matchPath,
  type Location,
  type NavigationType,
} from 'react-router';
import { useLanguage } from '@/shared/i18n';
import { detailQuery, isDetail, publicQuery } from '@/shared/api/public-data';
import { prefersReducedMotion } from '@/shared/ui/use-media';
import { loadedPage, loadPage, routeOf } from './page-modules';
import type { PublicRoute } from './routes';

type Shown = {
  /** The location of the page that is shown; that of the address bar once its page and its rows are loaded. */
  location: Location;
  /** Navigation type by which it was reached. */
  type: NavigationType;
  route: PublicRoute;
  /** Whether the next page is loading. */
  isOpening: boolean;
  /** Whether it failed to load. */
  isFailed: boolean;
  retry: () => void;
};

type LoadResult = { location: Location; type: NavigationType; attempt: number; isFailed: boolean };

/** Shows the current page until the next one, its translations and its rows are loaded. */
export function useShownPage(): Shown {
  const target = useLocation();
  const type = useNavigationType();
  const language = useLanguage();
  const queries = useQueryClient();
  const [attempt, setAttempt] = useState(0);
  const [result, setResult] = useState<LoadResult>(() => ({
    location: target,
    type,
    attempt,
    isFailed: loadedPage(routeOf(target.pathname)) === undefined,
  }));
  const isShown = target.pathname === result.location.pathname && attempt === result.attempt;

  useEffect(() => {
    if (isShown) return undefined;
    let isCurrent = true;
    const finish = (isFailed: boolean) => {
      if (isCurrent) crossFade(() => setResult({ location: target, type, attempt, isFailed }));
    };
    const loading = [
      loadPage(routeOf(target.pathname), language),
      loadRows(queries, target.pathname),
    ];
    void Promise.all(loading).then(
      () => finish(false),
      () => {
        if (mayReload(attempt) || isOfflineWithWorker()) window.location.reload();
        else finish(true);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [isShown, target, type, attempt, language, queries]);

  const location = isShown ? target : result.location;
  return {
    location,
    type: isShown ? type : result.type,
    route: routeOf(location.pathname),
    isOpening: !isShown,
    isFailed: result.isFailed,
    retry: () => setAttempt(attempt + 1),
  };
}

// Some browsers cache a failed import, and a new release removes the old chunks: a retry with a network
// reloads the document.
const mayReload = (attempt: number) => attempt > 0 && navigator.onLine;

// Offline the service worker answers a document request: with a cached page or the offline page.
const isOfflineWithWorker = () =>
  !navigator.onLine && 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;

/** Runs an update with startViewTransition, if the browser has it and motion is not reduced. */
function crossFade(update: () => void): void {
  if (prefersReducedMotion() || !('startViewTransition' in document)) return update();
  const fade = document.startViewTransition(() => flushSync(update));
  fade.ready.catch(() => undefined); // skipped if another navigation starts first
}

/** Timeout for the rows of a page, which is then shown without them. Milliseconds. */
const maxWaitMs = 2_000;

/**
 * Fetches the rows that a page begins with, except those in the cache. The page says what failed. It
 * rejects without a network if the row of the page is not loaded: the service worker may have its document.
 */
async function loadRows(queries: QueryClient, pathname: string): Promise<void> {
  const { path, data } = routeOf(pathname);
  const { id = '', slug = id } = matchPath(path, pathname)?.params ?? {};
  const loading = Promise.allSettled(
    data.map((name) =>
      isDetail(name)
        ? queries.ensureQueryData(detailQuery(name, slug))
        : queries.ensureQueryData(publicQuery(name)),
    ),
  );
  if (!navigator.onLine) {
    // supabase-js repeats what fails for seconds
    const own = data.find(isDetail);
    if (own !== undefined && queries.getQueryData(detailQuery(own, slug).queryKey) === undefined)
      throw new Error(`The row of ${pathname} is not loaded, and there is no network.`);
    return;
  }
  await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, maxWaitMs))]);
}
