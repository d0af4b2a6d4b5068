import type { SupabaseClient } from '@supabase/supabase-js';
import { sb } from '@/shared/api/client';
import { Failure, unwrap } from '@/shared/api/failures';
import type { Insert, Row, Update } from '@/shared/api/rows';
import type { Relation, Table } from '@/shared/api/tables';
import { rememberOwn } from '@/admin/kit/live/own-rows';

/** The client without types: supabase-js takes them from a literal name, but here a relation is a type parameter. */
type AnyClient = Pick<SupabaseClient, 'from'>;

type SelectOptions = { count?: 'exact'; head?: boolean };

/** A query for rows of a relation; `columns` are those of `Selected`. */
export const selectRows = <R extends Relation, Selected = Row<R>>(
  client: AnyClient,
  relation: R,
  columns = '*',
  options: SelectOptions = {},
) => client.from(relation).select<string, Selected>(columns, options);

/** An update, to be followed by its filters. */
export const updateRows = <T extends Table>(client: AnyClient, table: T, set: Update<T>) =>
  client.from(table).update<object>(set);

/** Inserts a row and returns the stored row. Throws a Failure. */
export async function insertRow<T extends Table>(table: T, values: Insert<T>): Promise<Row<T>> {
  const client: AnyClient = await sb();
  const answer = await client.from(table).insert<object>(values).select<'*', Row<T>>('*');
  const row = oneOf(unwrap(answer));
  if ('id' in row) rememberOwn(String(row.id));
  return row;
}

/**
 * Updates one row that has the values of `only`, and returns the stored row. Throws a Failure, also if no
 * row was changed.
 */
export async function updateRow<T extends Table>(
  table: T,
  id: string,
  values: Update<T>,
  only: Update<T> = {},
): Promise<Row<T>> {
  const update = updateRows(await sb(), table, values).match({ id, ...only });
  return oneOf(unwrap(await update.select<'*', Row<T>>('*')));
}

/** Deletes one row. Throws a Failure, also if no row was deleted. */
export async function deleteRow(table: Table, id: string): Promise<void> {
  const client: AnyClient = await sb();
  oneOf(unwrap(await client.from(table).delete().eq('id', id).select('id')));
}

/**
 * Row-level security hides rows that the caller may not change: a change of no row is a refusal without an
 * error.
 */
export function oneOf<T>(changed: readonly T[]): T {
  const [row] = changed;
  if (row === undefined) throw new Failure('refused', '', 'no row was changed');
  return row;
}
