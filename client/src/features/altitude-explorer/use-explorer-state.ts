import { startTransition, useOptimistic } from 'react';
import { useSearchParams } from 'react-router';
import { useIsHydrated } from '@/ui/use-is-hydrated';
import { readState, writeState, type ExplorerState } from './explorer-state';

/**
 * The state of the explorer, kept in the URL. Hydration renders the default state, because the
 * prerendered page does not know the search parameters.
 */
export function useExplorerState(): [ExplorerState, (change: Partial<ExplorerState>) => void] {
  const [params, setParams] = useSearchParams();
  const hydrated = useIsHydrated();
  const fromUrl = readState(hydrated ? params : new URLSearchParams());
  // Optimistic: the router changes the URL in startTransition, and a radio button must not wait for it.
  const [state, setOptimistic] = useOptimistic(fromUrl);
  const change = (part: Partial<ExplorerState>) =>
    startTransition(() => {
      const next = { ...state, ...part };
      setOptimistic(next);
      setParams((current) => writeState(current, next), {
        replace: true,
        preventScrollReset: true,
      });
    });
  return [state, change];
}
