import type { ReactNode } from 'react';
import { columnOf, isDescending } from '../rows/use-page-of-rows';

/** A column of a table. Make the list of them once (useMemo), or every row is drawn again each time. */
export type Column<Row> = {
  /** Its name; of a column that sorts, the column of the table in the database. */
  id: string;
  head: string;
  cell: (row: Row) => ReactNode;
  /** Whether the list can be sorted by it. */
  sorts?: boolean;
  /** What it is sorted by where that happens on the page (sortedRows). */
  value?: (row: Row) => string | number | boolean | null;
  /** Defaults to the side where reading starts. */
  align?: 'center' | 'end';
  /** The one that says what row it is: read with every other cell. */
  rowHead?: boolean;
  /** The head is read, not seen: for switches and buttons. */
  quietHead?: boolean;
  /** Classes of its cells: a width, mostly. */
  className?: string;
};

/** Rows in the order of a view, for tables that are here whole. Empty values come last, both ways. */
export function sortedRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: string,
  language: string,
): Row[] {
  const value = columns.find(({ id }) => id === columnOf(sort))?.value;
  if (value === undefined) return [...rows];
  const collator = new Intl.Collator(language, { numeric: true });
  const way = isDescending(sort) ? -1 : 1;
  return rows.toSorted((a, b) => compare(value(a), value(b), collator, way));
}

type Value = string | number | boolean | null;

function compare(a: Value, b: Value, collator: Intl.Collator, way: 1 | -1): number {
  if (isEmpty(a) || isEmpty(b)) return Number(isEmpty(a)) - Number(isEmpty(b));
  if (typeof a === 'string' && typeof b === 'string') return way * collator.compare(a, b);
  return way * (Number(a) - Number(b));
}

const isEmpty = (value: Value) => value === null || value === '';

/** The sort that a press on a column's head leads to: that column, then the other way round. */
export const nextSort = (sort: string, column: string): string =>
  sort === column ? `-${column}` : column;
