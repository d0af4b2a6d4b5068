import type { Insert, Update } from '@/shared/api/rows';
import { rememberOwn } from '@/admin/kit/live/own-rows';
import type { Table } from '@/shared/api/tables';
import { from, oneOf, rowsIn, type RowOf } from './relation';

/** Inserts a row and returns the stored row. Throws a Failure. */
export async function insertRow<T extends Table>(table: T, values: Insert<T>): Promise<RowOf<T>> {
  const rows = await from(table);
  const row = oneOf(rowsIn<RowOf<T>>(await rows.insert<object>(values).select('*')));
  if ('id' in row) rememberOwn(String(row.id));
  return row;
}

/** Updates one row and returns the stored row. Throws a Failure, also if no row was changed. */
export async function updateRow<T extends Table>(
  table: T,
  id: string,
  values: Update<T>,
): Promise<RowOf<T>> {
  const rows = await from(table);
  return oneOf(rowsIn(await rows.update<object>(values).eq('id', id).select('*')));
}

/** Deletes one row. Throws a Failure, also if no row was deleted. */
export async function deleteRow(table: Table, id: string): Promise<void> {
  const rows = await from(table);
  oneOf(rowsIn(await rows.delete().eq('id', id).select('id')));
}
