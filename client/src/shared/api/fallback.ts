import type { PublicData, PublicRows } from './public-data';

/**
 * The response of a freshly seeded server to one public query. It is shown until the response
 * arrives, if the table is empty, and if the server is down. `make content` writes the files.
 */
export type Fallback<Name extends PublicData> = { request: string; rows: PublicRows[Name] };

/** The server's rows, with empty texts filled from the built-in rows; the built-in rows if there are none. */
export function withFallback<T extends object>(rows: T[] | undefined, builtIn: T[]): T[] {
  if (rows === undefined || rows.length === 0) return builtIn;
  return rows.map((row) => fillEmpty(row, sameSlug(row, builtIn)));
}

/** The built-in row of the same slug. */
const sameSlug = <T extends object>(row: T, builtIn: T[]): T | undefined =>
  'slug' in row
    ? builtIn.find((candidate) => 'slug' in candidate && candidate.slug === row.slug)
    : undefined;

/** A row whose empty columns are taken from another row. */
function fillEmpty<T extends object>(row: T, other: T | undefined): T {
  if (other === undefined) return row;
  const entries = Object.entries(other).filter(([column]) => isEmpty(row, column));
  return { ...row, ...Object.fromEntries(entries) };
}

function isEmpty(row: object, column: string): boolean {
  const value = (row as Record<string, unknown>)[column]; // a row has its columns
  return value === null || (typeof value === 'string' && value.trim() === '');
}
