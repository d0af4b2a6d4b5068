import { startTransition, useOptimistic, useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router';
import { readState, writeState, type ExplorerState } from './explorer-state';

const standing = () => () => {};

/**
 * The state of the explorer, kept in the address. The first render of a page that came as HTML is
 * that of the bare address, because the server does not know the rest.
 */
export function useExplorerState(): [ExplorerState, (change: Partial<ExplorerState>) => void] {
  const [params, setParams] = useSearchParams();
  const here = useSyncExternalStore(
    standing,
    () => true,
    () => false,
  );
  const written = readState(here ? params : new URLSearchParams());
  // The router changes the address in a transition; a radio button must not wait for it.
  const [state, expect] = useOptimistic(written);
  const change = (part: Partial<ExplorerState>) =>
    startTransition(() => {
      const next = { ...state, ...part };
      expect(next);
      setParams((current) => writeState(current, next), {
        replace: true,
        preventScrollReset: true,
      });
    });
  return [state, change];
}
