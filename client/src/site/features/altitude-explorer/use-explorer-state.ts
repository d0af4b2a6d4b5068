import { startTransition, useOptimistic } from 'react';
import { useSearchState } from '@/shared/ui/use-search-state';
import { readState, writeState, type ExplorerState } from './explorer-state';

/** The state of the explorer, kept in the URL. */
export function useExplorerState(): [ExplorerState, (change: Partial<ExplorerState>) => void] {
  const [params, setParams] = useSearchState();
  const fromUrl = readState(params);
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
