import type { QueryClient } from '@tanstack/react-query';

/**
 * Waits until this window changes nothing: what it shows ahead of the server would else be overwritten by
 * an answer that does not know of it yet.
 */
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
