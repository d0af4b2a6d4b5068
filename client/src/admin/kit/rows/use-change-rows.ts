import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Failure, unwrap } from '@/shared/api/failures';
import type { Relation, Table } from '@/shared/api/tables';
import { sb } from '@/shared/api/client';
import type { Update } from '@/shared/api/rows';
import { refreshCounts, cancelFetches } from './cached-rows';
import { applyOptimistic, rollback, type RowChange } from './optimistic-update';
import { useErrorToast } from './use-error-toast';
import { updateRows } from './row-calls';

type Options<T extends Table> = {
  /** The error message for a number of rows: '3 orders were not changed.' */
  failed: (count: number) => string;
  alsoIn?: readonly Relation[];
  /** Called with the changes that succeeded, and with the changes that undo them. */
  onDone?: (changed: RowChange<T>[], undo: RowChange<T>[]) => void;
};

/** A change of one of many rows. */
type ChangeOfMany<T extends Table> = RowChange<T> & {
  /** The values before, for the undo of a row that is not cached. */
  was?: Update<T>;
};

/**
 * Optimistic update of many rows: `changeAll.mutate(ids.map((id) => ({ id, set: { paid: true } })))`. Rows
 * with the same change go in one request. Rows that the server did not change are rolled back and counted.
 */
export function useChangeRows<T extends Table>(table: T, options: Options<T>) {
  const { failed, alsoIn = [], onDone } = options;
  const queries = useQueryClient();
  const showError = useErrorToast();
  const relations = [table, ...alsoIn];
  return useMutation({
    scope: { id: table },
    networkMode: 'online', // offline, the change waits in this page
    mutationFn: (changes: ChangeOfMany<T>[]) => sendAll(table, changes),
    onMutate: async (changes) => {
      await cancelFetches(queries, relations);
      return changes.map((change) => applyOptimistic(queries, relations, change));
    },
    onSuccess: ({ changed, error }, changes, before) => {
      const all = changes.map((change, at) => ({ change, was: { ...change.was, ...before[at] } }));
      const refused = all.filter(({ change }) => !changed.has(change.id));
      const done = all.filter(({ change }) => changed.has(change.id));
      for (const { change, was } of refused) rollback(queries, relations, change, was);
      if (refused.length > 0) showError(failed(refused.length), error);
      if (done.length === 0) return;
      onDone?.(
        done.map(({ change }) => change),
        done.map(({ change, was }) => ({ id: change.id, set: was })),
      );
    },
    onSettled: () => refreshCounts(queries, relations),
  });
}

type Outcome = { changed: ReadonlySet<string>; error: unknown };

// The maximum of rows in one request, since the ids are in the URL.
const rowsOfRequest = 100;

async function sendAll<T extends Table>(
  table: T,
  changes: readonly RowChange<T>[],
): Promise<Outcome> {
  const changed = new Set<string>();
  let error: unknown = new Failure('refused', '', 'not every row was changed');
  for (const request of requestsOf(changes)) {
    try {
      // Sequential: of two requests for one row the later must win.
      // oxlint-disable-next-line no-await-in-loop
      for (const id of await send(table, request)) changed.add(id);
    } catch (reason) {
      error = reason;
    }
  }
  return { changed, error };
}

/** Groups rows with the same change. */
function requestsOf<T extends Table>(changes: readonly RowChange<T>[]): RowChange<T>[][] {
  const groups = new Map<string, RowChange<T>[]>();
  for (const change of changes) {
    const key = JSON.stringify(change.set);
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  return [...groups.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / rowsOfRequest) }, (_, at) =>
      group.slice(at * rowsOfRequest, (at + 1) * rowsOfRequest),
    ),
  );
}

async function send<T extends Table>(
  table: T,
  changes: readonly RowChange<T>[],
): Promise<string[]> {
  const [first] = changes;
  if (first === undefined) return [];
  const ids = changes.map(({ id }) => id);
  const update = updateRows(await sb(), table, first.set).in('id', ids);
  return unwrap(await update.select<'id', { id: string }>('id')).map(({ id }) => id);
}
