import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TableWith } from '@/shared/api/tables';
import { cachedRow, changeCached, cancelFetches, refresh } from './cached-rows';
import { updateRow } from './row-calls';
import { useErrorToast } from './use-error-toast';

type OrderedTable = TableWith<'ordered', true>;

type Options = {
  /** The error message without its reason. The reason is appended. */
  failed?: string;
};

type Move = { id: string; from: unknown; to: number };

/**
 * Writes `display_order` (from 0) for ids in their new order; only moved rows are written. Optimistic
 * update in lists sorted by it; on failure it is rolled back and the list is refetched. The returned
 * function resolves in both cases.
 */
export function useReorder(table: OrderedTable, { failed }: Options = {}) {
  const queries = useQueryClient();
  const showError = useErrorToast();
  const show = (moves: Move[], place: (move: Move) => unknown) =>
    moves.forEach((move) =>
      changeCached(queries, [table], move.id, (row) => ({ ...row, display_order: place(move) })),
    );
  const movesOf = (ids: readonly string[]): Move[] =>
    ids
      .map((id, to) => ({ id, to, from: cachedRow(queries, [table], id)?.['display_order'] }))
      .filter(({ from, to }) => from !== to);
  const mutation = useMutation({
    scope: { id: table },
    networkMode: 'always', // offline, fail at once instead of waiting
    mutationFn: (moves: Move[]) => writePlaces(table, moves),
    onMutate: async (moves) => {
      await cancelFetches(queries, [table]);
      show(moves, ({ to }) => to);
    },
    onError: (error, moves) => {
      show(moves, ({ from }) => from);
      showError(failed, error);
    },
    onSettled: () => refresh(queries, [table]),
  });
  // onError has shown the error.
  return (ids: readonly string[]) => mutation.mutateAsync(movesOf(ids)).catch(() => undefined);
}

// Sequential: if one fails, the rest is not sent.
async function writePlaces(table: OrderedTable, moves: readonly Move[]): Promise<void> {
  for (const { id, to } of moves) {
    // oxlint-disable-next-line no-await-in-loop
    await updateRow<OrderedTable>(table, id, { display_order: to });
  }
}
