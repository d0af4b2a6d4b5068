import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False while a server-rendered page is hydrated, whose HTML the first render must match; true from then on. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
