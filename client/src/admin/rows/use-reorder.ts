import { useMutation, useQueryClient } from '@tanstack/react-query';
import { cachedRow, changeCached } from './cached-rows';
import { updateRow } from './row-calls';
import { useErrorToast } from './use-error-toast';

/** The tables whose rows have places. */
type OrderedTable =
  | 'awards'
  | 'book_reviews'
  | 'expeditions'
  | 'media_coverage'
  | 'media_highlights'
  | 'speaking_topics'
  | 'testimonials';

type Options = {
  /** What did not happen, in words. Why is added to it. */
  failed?: string;
};

type Move = { id: string; from: unknown; to: number };

/**
 * Writes the places of rows, given their ids in the new order: `display_order` counts from 0. Only
 * rows that got another place are written. Shown at once in lists that are sorted by it, and taken
 * back and said when the server refuses one: what it did accept is then asked for. The function that
 * it gives ends when either is done.
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
    networkMode: 'always', // an offline press must fail in words, not wait in silence
    mutationFn: (moves: Move[]) => writePlaces(table, moves),
    onMutate: async (moves) => {
      await queries.cancelQueries({ queryKey: [table] });
      show(moves, ({ to }) => to);
    },
    onError: (error, moves) => {
      show(moves, ({ from }) => from);
      showError(failed, error);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [table] }),
  });
  // What goes wrong has been said by then.
  return (ids: readonly string[]) => mutation.mutateAsync(movesOf(ids)).catch(() => undefined);
}

// One after the other: a refusal of the first leaves all others as they are.
async function writePlaces(table: OrderedTable, moves: readonly Move[]): Promise<void> {
  for (const { id, to } of moves) {
    // oxlint-disable-next-line no-await-in-loop
    await updateRow<OrderedTable>(table, id, { display_order: to });
  }
}
