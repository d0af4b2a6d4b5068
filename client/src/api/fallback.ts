import type { PublicData, PublicRows } from './public-data';

/**
 * What a freshly seeded server answers to one of the public questions: shown until the answer is
 * here, where the table is empty, and while the server is away. `make content` writes the files.
 */
export type Fallback<Name extends PublicData> = { request: string; rows: PublicRows[Name] };

/** The rows that the server gave, each with its empty texts filled in, or else the built-in ones. */
export function withFallback<T extends object>(rows: T[] | undefined, builtIn: T[]): T[] {
  if (rows === undefined || rows.length === 0) return builtIn;
  return rows.map((row) => filled(row, twin(row, builtIn)));
}

/** The built-in row of the same slug. */
const twin = <T extends object>(row: T, builtIn: T[]): T | undefined =>
  'slug' in row
    ? builtIn.find((candidate) => 'slug' in candidate && candidate.slug === row.slug)
    : undefined;

/** A row whose empty texts are taken from another: what an owner left empty, the built-in row says. */
function filled<T extends object>(row: T, other: T | undefined): T {
  if (other === undefined) return row;
  const entries = Object.entries(other).filter(([column]) => isEmpty(row, column));
  return { ...row, ...Object.fromEntries(entries) };
}

function isEmpty(row: object, column: string): boolean {
  const value: unknown = Reflect.get(row, column);
  return value === null || (typeof value === 'string' && value.trim() === '');
}
