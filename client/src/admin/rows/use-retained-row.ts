import { useState } from 'react';
import { hasUnsaved } from '../unsaved';

/**
 * The row that is open; also one that somebody else has deleted (`isDeleted`), as long as words on it are not
 * saved: they can still be copied.
 */
export function useRetainedRow<Row extends { id: string }>(
  row: Row | undefined,
  opened: string | undefined,
): { row: Row | undefined; isDeleted: boolean } {
  const [retained, retain] = useState<Row>();
  if (row !== undefined && row !== retained) retain(row);
  const isDeleted =
    row === undefined && retained !== undefined && retained.id === opened && hasUnsaved();
  return { row: isDeleted ? retained : row, isDeleted };
}
