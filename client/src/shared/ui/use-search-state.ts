import { useSearchParams } from 'react-router';
import { useIsHydrated } from './use-is-hydrated';

const none = new URLSearchParams();

/**
 * The query of the address, as `useSearchParams`. It is empty while a server-rendered page is hydrated, whose HTML is
 * the same for every query.
 */
export function useSearchState(): ReturnType<typeof useSearchParams> {
  const [search, setSearch] = useSearchParams();
  return [useIsHydrated() ? search : none, setSearch];
}
