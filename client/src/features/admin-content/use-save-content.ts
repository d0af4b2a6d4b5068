import { useSaveRow } from '../../admin/rows/use-save-row';
import { valueIn, type Content, type ContentRow, type ContentTable, type Values } from './content';

/**
 * Gives the function that writes what the form holds: a new row at the end of the list, or of a row
 * that is there the columns that differ. What somebody else changed meanwhile stays theirs.
 */
export function useSaveContent<T extends ContentTable>(
  content: Content<T>,
  row: ContentRow<T> | undefined,
  count: number,
) {
  const table: ContentTable = content.table;
  const save = useSaveRow(table);
  return async (values: Values<T>): Promise<void> => {
    if (row === undefined) {
      await save.mutateAsync({ set: { ...values, display_order: count } });
      return;
    }
    const set = changed(row, values);
    if (Object.keys(set).length > 0) await save.mutateAsync({ id: row.id, set });
  };
}

/** The columns whose values are not as they were. */
const changed = (row: object, values: object): object =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([column, value]) => JSON.stringify(value) !== JSON.stringify(valueIn(row, column)),
    ),
  );
