import type { Relation } from '@/shared/api/tables';
import type { ColumnOf } from '@/shared/api/rows';

/** The columns of a search; phone columns are compared by their digits. */
export type SearchIn<R extends Relation> = {
  columns: readonly ColumnOf<R>[];
  phones?: readonly ColumnOf<R>[];
};

/** The filters for `.or()`, one each word: every word must be found, in any order. */
export const searchConditions = <R extends Relation>(text: string, search: SearchIn<R>): string[] =>
  (isPhone(text) ? [text.trim()] : text.split(/\s+/))
    .filter((word) => word !== '')
    .map((word) => searchCondition(word, search));

// The digits of a phone number are one word.
const isPhone = (text: string) => /^[+\d\s().-]+$/.test(text);

/**
 * The filter for `.or()` that finds a text anywhere in the columns. The text is escaped for PostgREST and
 * for LIKE.
 */
export function searchCondition<R extends Relation>(
  text: string,
  { columns, phones = [] }: SearchIn<R>,
): string {
  return [
    ...columns.map((column) => `${column}.ilike.${quoted(anywhere(text))}`),
    ...phones.map((column) => `${column}.ilike.${quoted(anywhere(phoneDigits(text)))}`),
  ].join(',');
}

/**
 * The LIKE pattern of what contains a text. PostgREST reads every * as %, and it cannot be escaped: `_` (any
 * character) replaces it.
 */
export function anywhere(text: string): string {
  const literal = text.replace(/[\\%_]/g, String.raw`\$&`).replaceAll('*', '_');
  return `%${literal}%`;
}

const quoted = (value: string) => `"${value.replace(/["\\]/g, String.raw`\$&`)}"`;

/**
 * Phone numbers are stored as +212612345678 and typed as "06 12 34": spaces and the leading 0 are removed.
 */
function phoneDigits(text: string): string {
  return isPhone(text) ? text.replace(/[\s().-]/g, '').replace(/^0+(?=\d)/, '') : text;
}
