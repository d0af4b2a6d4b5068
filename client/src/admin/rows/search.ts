import type { ColumnOf, Relation } from './any-table';

/** The columns that a search looks into; those of phone numbers are searched by their digits. */
export type SearchIn<R extends Relation> = {
  columns: readonly ColumnOf<R>[];
  phones?: readonly ColumnOf<R>[];
};

/**
 * The condition for `.or()` that finds a text anywhere in the columns. The text is data in two
 * languages at once, PostgREST's and LIKE's, so what either reads as a sign is escaped.
 */
export function searchCondition<R extends Relation>(
  text: string,
  { columns, phones = [] }: SearchIn<R>,
): string {
  return [
    ...columns.map((column) => `${column}.ilike.${anywhere(text)}`),
    ...phones.map((column) => `${column}.ilike.${anywhere(phoneDigits(text))}`),
  ].join(',');
}

/** PostgREST reads every * as %, and it cannot be escaped: any one character stands in for it. */
function anywhere(text: string): string {
  const literal = text.replace(/[\\%_]/g, String.raw`\$&`).replaceAll('*', '_');
  return quoted(`%${literal}%`);
}

const quoted = (value: string) => `"${value.replace(/["\\]/g, String.raw`\$&`)}"`;

/** Numbers are kept as +212612345678 and typed as "06 12 34": spaces and the leading 0 are not looked for. */
function phoneDigits(text: string): string {
  return /^[+\d\s().-]+$/.test(text)
    ? text.replace(/[\s().-]/g, '').replace(/^0+(?=\d)/, '')
    : text;
}
