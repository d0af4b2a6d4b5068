import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation, type Location } from 'react-router';
import { useLanguage } from '../i18n';
import { reloadIfServed } from '../ui/chunk-error';
import { loadedPage, loadPage, routeOf } from './page-modules';
import type { PublicRoute } from './routes';

type Shown = {
  /** The address of what is shown: the one in the address bar once its page is here. */
  location: Location;
  route: PublicRoute;
  /** Whether the page of another address is on its way. */
  isOpening: boolean;
  /** Whether it did not arrive. */
  isFailed: boolean;
  retry: () => void;
};

type Arrival = { location: Location; attempt: number; isFailed: boolean };

/** Keeps the page that is shown until the next one is here with its words. */
export function useShownPage(): Shown {
  const wanted = useLocation();
  const language = useLanguage();
  const [attempt, setAttempt] = useState(0);
  const [arrival, setArrival] = useState<Arrival>(() => ({
    location: wanted,
    attempt,
    isFailed: loadedPage(routeOf(wanted.pathname)) === undefined,
  }));
  const isHere = wanted.pathname === arrival.location.pathname && attempt === arrival.attempt;

  useEffect(() => {
    if (isHere) return undefined;
    let isCurrent = true;
    const arrive = (isFailed: boolean) => {
      if (isCurrent) crossFade(() => setArrival({ location: wanted, attempt, isFailed }));
    };
    void loadPage(routeOf(wanted.pathname), language).then(
      () => arrive(false),
      async () => {
        if (mayReload(attempt) || isKept()) window.location.reload();
        else if (!(await reloadIfServed())) arrive(true);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [isHere, wanted, attempt, language]);

  const location = isHere ? wanted : arrival.location;
  return {
    location,
    route: routeOf(location.pathname),
    isOpening: !isHere,
    isFailed: arrival.isFailed,
    retry: () => setAttempt(attempt + 1),
  };
}

// Some browsers remember that a script could not be fetched, and a new release takes the old ones
// away: whoever tries again with a network gets the page from the server, whole.
const mayReload = (attempt: number) => attempt > 0 && navigator.onLine;

// Without a network the service worker answers for a whole page: with one that it kept, or in words.
const isKept = () =>
  !navigator.onLine && 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;

/** Lets the browser fade from page to page, where it can and is not asked to keep still. */
function crossFade(update: () => void): void {
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (isStill || !('startViewTransition' in document)) return update();
  const fade = document.startViewTransition(() => flushSync(update));
  fade.ready.catch(() => undefined); // who goes on before it has begun skips it
}
