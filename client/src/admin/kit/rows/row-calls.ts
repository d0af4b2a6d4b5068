import { unwrap } from '@/shared/api/failures';
import { rememberOwn } from '@/admin/kit/live/own-rows';
import type { Table } from '@/shared/api/tables';
import { anyTable, oneOf, type InsertOf, type RowOf, type UpdateOf } from './any-table';

/** Inserts a row and returns the stored row. Throws a Failure. */
export async function insertRow<T extends Table>(table: T, values: InsertOf<T>): Promise<RowOf<T>> {
  const client = await anyTable();
  const answer = await client
    .from(table)
    .insert<object>(values)
    .select('*')
    .overrideTypes<RowOf<T>[], { merge: false }>();
  const row = oneOf(unwrap(answer));
  if ('id' in row) rememberOwn(String(row.id));
  return row;
}

/** Updates one row and returns the stored row. Throws a Failure, also if no row was changed. */
export async function updateRow<T extends Table>(
  table: T,
  id: string,
  values: UpdateOf<T>,
): Promise<RowOf<T>> {
  const client = await anyTable();
  const answer = await client
    .from(table)
    .update<object>(values)
    .eq('id', id)
    .select('*')
    .overrideTypes<RowOf<T>[], { merge: false }>();
  return oneOf(unwrap(answer));
}

/** Deletes one row. Throws a Failure, also if no row was deleted. */
export async function deleteRow(table: Table, id: string): Promise<void> {
  const client = await anyTable();
  const answer = await client.from(table).delete().eq('id', id).select('id');
  oneOf(unwrap(answer));
}
