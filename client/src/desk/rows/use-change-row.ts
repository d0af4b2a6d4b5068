import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Relation, Table, UpdateOf } from './any-table';
import { cachedRow, changeCached, refreshCounts } from './cached-rows';
import { updateRow } from './row-calls';
import { useTellFailure } from './use-tell-failure';

type Columns = Record<string, unknown>;

export type RowChange<T extends Table> = { id: string; set: UpdateOf<T> };

type Options<T extends Table> = {
  /** What did not happen, in words: 'Order BO1 was not changed.' Why is added to it. */
  failed?: string | ((change: RowChange<T>) => string);
  /** Views that show rows of the table under the same ids. */
  alsoIn?: readonly Relation[];
  /** Runs once the server has agreed, with what the columns were before: for an undo. */
  onDone?: (change: RowChange<T>, before: UpdateOf<T>) => void;
};

/**
 * Changes some columns of a row: shown at once wherever the row is on the screen, taken back and said
 * when the server refuses. Changes of a table are sent one after the other, so the last one wins. A
 * row that no longer fits its filter stays where it is until the list is asked for anew: rows do not
 * run from under the hand.
 */
export function useChangeRow<T extends Table>(table: T, options: Options<T> = {}) {
  const { failed, alsoIn = [], onDone } = options;
  const queries = useQueryClient();
  const tell = useTellFailure();
  const places = [table, ...alsoIn];
  return useMutation({
    scope: { id: table },
    mutationFn: ({ id, set }: RowChange<T>) => updateRow(table, id, set),
    onMutate: async (change) => {
      await Promise.all(places.map((place) => queries.cancelQueries({ queryKey: [place] })));
      return { before: show(queries, places, change) };
    },
    onSuccess: (_row, change, { before }) => onDone?.(change, before),
    onError: (error, change, shown) => {
      if (shown !== undefined) takeBack(queries, places, change, shown.before);
      tell(typeof failed === 'function' ? failed(change) : failed, error);
    },
    onSettled: () => refreshCounts(queries, places),
  });
}

/** Shows the change and gives what was there before it, as far as that is known. */
function show<T extends Table>(
  queries: QueryClient,
  places: readonly Relation[],
  { id, set }: RowChange<T>,
): UpdateOf<T> {
  const row = cachedRow(queries, places, id) ?? {};
  const before: UpdateOf<T> = {};
  for (const column in set) if (column in row) Object.assign(before, { [column]: row[column] });
  changeCached(queries, places, id, (now) => ({ ...now, ...set }));
  return before;
}

// Only what this change has set, and nobody since: a later change of the same column stays.
function takeBack<T extends Table>(
  queries: QueryClient,
  places: readonly Relation[],
  { id, set }: RowChange<T>,
  before: UpdateOf<T>,
): void {
  const put: Columns = { ...set };
  const was: Columns = { ...before };
  changeCached(queries, places, id, (now) => {
    const ours = Object.keys(was).filter((column) => now[column] === put[column]);
    return { ...now, ...Object.fromEntries(ours.map((column) => [column, was[column]])) };
  });
}
