import { useState } from 'react';
import { hasUnsaved } from '@/admin/kit/unsaved';

/**
 * The open row. If another user deletes it (`isDeleted`), it stays while the form has unsaved changes, so
 * that they can be copied.
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
