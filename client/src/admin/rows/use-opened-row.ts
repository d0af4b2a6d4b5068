import { newRow } from '../use-open-row';
import type { Relation } from './any-table';
import { useOneRow } from './use-one-row';

/**
 * The row that an address names as open: as it is listed, or asked for alone where it is on another page
 * of the list. `isDeleted` says that there is none (any more). `rows` is undefined until the list is there.
 */
export function useOpenedRow<R extends Relation, Row extends { id: string }>(
  relation: R,
  rows: readonly Row[] | undefined,
  opened: string | undefined,
) {
  const listed = rows?.find(({ id }) => id === opened);
  const isElsewhere = rows !== undefined && listed === undefined && opened !== newRow;
  const alone = useOneRow(relation, isElsewhere ? opened : undefined);
  return { row: listed ?? alone.data ?? undefined, isDeleted: alone.data === null };
}
