import { useEffect, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { pendingScreens } from './screen-modules';

// Milliseconds without a request, and after which the rows are no longer waited for.
const quiet = 150;
const longest = 5_000;

/**
 * Whether the first screen has its rows, at the latest after 5 s. What no shown content needs is loaded then, so
 * that it does not compete with them on a slow network.
 */
export function useRowsShown(): boolean {
  const queries = useQueryClient();
  const [areShown, setShown] = useState(false);
  useEffect(() => {
    if (areShown) return undefined;
    const show = () => setShown(true);
    const last = setTimeout(show, longest);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      clearTimeout(timer);
      if (pendingScreens.get() === 0 && queries.isFetching() === 0) timer = setTimeout(show, quiet);
    };
    wait();
    const stops = [queries.getQueryCache().subscribe(wait), pendingScreens.subscribe(wait)];
    return () => {
      clearTimeout(last);
      clearTimeout(timer);
      stops.forEach((stop) => stop());
    };
  }, [areShown, queries]);
  return areShown;
}
