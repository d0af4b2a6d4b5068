import type { QueryClient } from '@tanstack/react-query';
import type { Relation, Table } from '@/shared/api/tables';
import type { Update } from '@/shared/api/rows';
import { cachedRow, changeCached } from './cached-rows';

/** New values for some columns of a row. */
export type RowChange<T extends Table> = { id: string; set: Update<T> };

type Columns = Record<string, unknown>;

/**
 * Optimistic update: writes a change to the cache and returns the previous values as far as they are
 * cached. A row without the values of `only` stays as it is.
 */
export function applyOptimistic<T extends Table>(
  queries: QueryClient,
  relations: readonly Relation[],
  { id, set }: RowChange<T>,
  only: Update<T> = {},
): Update<T> {
  const row = cachedRow(queries, relations, id) ?? {};
  const before: Update<T> = {};
  if (Object.entries(only).some(([column, value]) => row[column] !== value)) return before;
  for (const column in set) if (column in row) Object.assign(before, { [column]: row[column] });
  changeCached(queries, relations, id, (now) => ({ ...now, ...set }));
  return before;
}

/** Rolls an optimistic update back, but only columns that still have its value: a later change stays. */
export function rollback<T extends Table>(
  queries: QueryClient,
  relations: readonly Relation[],
  { id, set }: RowChange<T>,
  before: Update<T>,
): void {
  const put: Columns = { ...set };
  const was: Columns = { ...before };
  changeCached(queries, relations, id, (now) => {
    const ours = Object.keys(was).filter((column) => now[column] === put[column]);
    return { ...now, ...Object.fromEntries(ours.map((column) => [column, was[column]])) };
  });
}
