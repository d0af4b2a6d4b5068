import { asFailure, Failure, unwrap } from '@/shared/api/failures';
import type { Table } from '@/shared/api/tables';
import { sb } from '@/shared/api/client';
import type { Row, Update } from '@/shared/api/rows';
import { assertAdmin } from './assert-admin';
import { selectRows, updateRows } from './row-calls';

/** The code of the Failure of a write whose row was deleted meanwhile; its kind is `conflict`. */
export const deletedCode = 'deleted';

const maxAttempts = 3;

type Write<Shown, Written> = {
  /** The row as the form has shown it. */
  shown: Shown;
  /** The columns that are written. */
  columns: readonly string[];
  /**
   * The columns that tell one version of the row from another, for a `write` that cannot tell a refusal from
   * another version: if they are the known ones, the write was refused.
   */
  version?: readonly string[];
  /** Reads the row; undefined if it was deleted. */
  fetchStored: () => Promise<Shown | undefined>;
  /** Writes if the stored row has still the version of `known`; else resolves to null. */
  write: (known: Shown) => Promise<Written | null>;
};

/**
 * Optimistic locking: writes unless somebody else has changed one of the same columns since the form has
 * shown them. Then, and if the row was deleted, it throws a Failure of the kind `conflict`. A change of other
 * columns does not matter: the write is tried again at the new version.
 */
export async function writeUnlessChanged<Shown extends object, Written>({
  shown,
  columns,
  version,
  fetchStored,
  write,
}: Write<Shown, Written>): Promise<Written> {
  let known = shown;
  for (let attempt = 1; ; attempt += 1) {
    // Each attempt depends on the answer to the last.
    // oxlint-disable-next-line no-await-in-loop
    const written = await write(known);
    if (written !== null) return written;
    // oxlint-disable-next-line no-await-in-loop
    const stored = await fetchStored();
    if (stored === undefined) throw new Failure('conflict', deletedCode, 'the row was deleted');
    if (version !== undefined && isSame(version, stored, known))
      throw new Failure('refused', '', 'no row was changed');
    if (attempt === maxAttempts || !isSame(columns, stored, shown)) {
      throw new Failure('conflict', '', 'somebody else changed the same');
    }
    known = stored;
  }
}

/** Whether it is the Failure of a write over somebody else's, or of a row that was deleted. */
export const isOverwrite = (error: unknown): boolean => {
  const { kind, code } = asFailure(error);
  return kind === 'conflict' && code !== uniqueViolation;
};

const uniqueViolation = '23505'; // SQLSTATE: a conflict with another row, not with another admin

const valueOf = (row: object, column: string): unknown => new Map(Object.entries(row)).get(column);

const isSame = (columns: readonly string[], a: object, b: object) =>
  columns.every((column) => json(valueOf(a, column)) === json(valueOf(b, column)));

const json = (value: unknown) => JSON.stringify(value ?? null);

/**
 * Updates a row unless somebody else has changed the same columns since `shown`: see writeUnlessChanged. The
 * version of a row is its `updated_at`; of a table without one it is the written columns. A change of one of
 * the columns `fixed` is a conflict, too.
 */
export async function updateUnlessChanged<T extends Table>(
  table: T,
  shown: { id: string },
  values: Update<T>,
  fixed: readonly string[] = [],
): Promise<Row<T>> {
  const columns = [...Object.keys(values), ...fixed];
  const version = typeof valueOf(shown, 'updated_at') === 'string' ? ['updated_at'] : columns;
  const client = await sb();
  const write = async (known: { id: string }): Promise<Row<T> | null> => {
    const update = updateRows(client, table, values).eq('id', known.id);
    const guarded = version.reduce((so, column) => {
      const value = valueOf(known, column);
      return value === null ? so.is(column, null) : so.eq(column, value);
    }, update);
    return unwrap(await guarded.select<'*', Row<T>>('*'))[0] ?? null;
  };
  const fetchStored = async (): Promise<{ id: string } | undefined> => {
    await assertAdmin();
    const rows = selectRows<T, { id: string }>(client, table);
    return unwrap(await rows.eq('id', shown.id))[0];
  };
  return writeUnlessChanged({ shown, columns, version, fetchStored, write });
}
