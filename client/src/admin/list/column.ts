import type { ReactNode } from 'react';

/** A column of a table. Make the list of them once (useMemo), or every row is drawn again each time. */
export type Column<Row> = {
  /** Its name; of a column that sorts, the column of the table in the database. */
  id: string;
  head: string;
  cell: (row: Row) => ReactNode;
  /** Whether the list can be sorted by it. */
  sorts?: boolean;
  /** Defaults to the side where reading starts. */
  align?: 'center' | 'end';
  /** The one that says what row it is: read with every other cell. */
  rowHead?: boolean;
  /** The head is read, not seen: for switches and buttons. */
  quietHead?: boolean;
  /** Classes of its cells: a width, mostly. */
  className?: string;
};

/** The sort that a press on a column's head leads to: that column, then the other way round. */
export const nextSort = (sort: string, column: string): string =>
  sort === column ? `-${column}` : column;
