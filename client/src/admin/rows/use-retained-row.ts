import { useState } from 'react';
import { hasUnsaved } from '../unsaved';

/**
 * The row that is open; also one that somebody else has deleted (`isGone`), as long as words on it are not
 * saved: they can still be copied.
 */
export function useRetainedRow<Row extends { id: string }>(
  row: Row | undefined,
  opened: string | undefined,
): { row: Row | undefined; isGone: boolean } {
  const [kept, keep] = useState<Row>();
  if (row !== undefined && row !== kept) keep(row);
  const isGone = row === undefined && kept !== undefined && kept.id === opened && hasUnsaved();
  return { row: isGone ? kept : row, isGone };
}
