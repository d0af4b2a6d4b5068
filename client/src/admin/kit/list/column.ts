import type { ReactNode } from 'react';

/** A table column. Memoize the list of columns (useMemo), or all rows render again each time. */
export type Column<Row> = {
  /** The id; of a sortable column, the name of the database column. */
  id: string;
  head: string;
  cell: (row: Row) => ReactNode;
  /** Whether the list can be sorted by it. */
  sorts?: boolean;
  /** Defaults to the inline start. */
  align?: 'center' | 'end';
  /** The row header: screen readers read it with every other cell. */
  rowHead?: boolean;
  /** The header is visually hidden: for switches and buttons. */
  quietHead?: boolean;
  /** The classes of its cells, mostly a width. */
  className?: string;
};

/** The sort after a click on a column header: that column, or its reverse. */
export const nextSort = (sort: string, column: string): string =>
  sort === column ? `-${column}` : column;
