import type { QueryClient } from '@tanstack/react-query';

/** Waits until no mutation is running: a refetch would overwrite optimistic updates. */
export async function whenNoMutations(queries: QueryClient): Promise<void> {
  if (queries.isMutating() === 0) return;
  await new Promise<void>((resolve) => {
    const stop = queries.getMutationCache().subscribe(() => {
      if (queries.isMutating() > 0) return;
      stop();
      resolve();
    });
  });
}
