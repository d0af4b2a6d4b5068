import { useCallback, useEffect } from 'react';
import { useLocation, useSearchParams, type Location, type SetURLSearchParams } from 'react-router';

type Change = (now: URLSearchParams) => URLSearchParams;
type Options = Parameters<SetURLSearchParams>[1];

/** The parameters that a change of a rendered location has navigated to, until they are rendered. */
const pending = new WeakMap<Location, URLSearchParams>();

/**
 * The query of the URL and a function to change it, as `useSearchParams`, whose changes all start from the
 * rendered URL: of two filters that are chosen before the page renders again it would lose the first.
 */
export function useSearchChange(): [URLSearchParams, (change: Change, options?: Options) => void] {
  const [params, setParams] = useSearchParams();
  const location = useLocation();
  useEffect(() => () => void pending.delete(location), [location]);
  const apply = useCallback(
    (change: Change, options?: Options) => {
      const next = change(pending.get(location) ?? params);
      pending.set(location, next);
      setParams(next, options);
    },
    [location, params, setParams],
  );
  return [params, apply];
}
