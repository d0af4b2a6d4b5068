import { useMemo } from 'react';
import type { PageOfRows } from '@/admin/rows/use-page-of-rows';
import type { Entry } from './inbox-entry';

/** Memoizes the entry of a row by identity, so that unchanged rows do not render again. */
export function memoizePerRow<Row extends object>(make: (row: Row) => Entry): (row: Row) => Entry {
  const made = new WeakMap<Row, Entry>();
  return (row) => {
    const entry = made.get(row) ?? make(row);
    made.set(row, entry);
    return entry;
  };
}

type Found<Row> = {
  data: PageOfRows<Row> | undefined;
  error: unknown;
  isPlaceholderData: boolean;
  refetch: () => Promise<unknown>;
};

export type FoundEntries = Found<Entry>;

/** Converts a page of rows to a page of entries. */
export function useAsEntries<Row extends object>(
  { data, error, isPlaceholderData, refetch }: Found<Row>,
  entryOf: (row: Row) => Entry,
): FoundEntries {
  const page = useMemo(() => data && { ...data, rows: data.rows.map(entryOf) }, [data, entryOf]);
  return { data: page, error, isPlaceholderData, refetch };
}
