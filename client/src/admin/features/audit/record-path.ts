import { entryOf } from '@/shared/api/tables';
import type { Entry } from '@/admin/kit/history/entry';

/** The URL of the record of an entry; undefined if it was deleted or has no screen. */
export function recordPath({ action, table_name: table, row_id: id }: Entry): string | undefined {
  if (id === null || action === 'delete') return undefined;
  return entryOf(table)?.screen?.replace(':id', id);
}
