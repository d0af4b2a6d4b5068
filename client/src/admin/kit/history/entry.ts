import type { Json } from '@/shared/api/schema.gen';
import type { Row } from '@/shared/api/rows';

/** An entry of the audit log. */
export type Entry = Row<'audit_log'>;

/** A changed column. `values` is undefined if the log does not store them. */
export type Change = { column: string; values: { before: Json; after: Json } | undefined };

/** An excerpt of a text of more than 500 characters. */
export type Excerpt = { excerpt: string; from: number; length: number };

/** The changed columns of an entry, sorted by name. */
export function changesOf({ changes }: Pick<Entry, 'changes'>): Change[] {
  if (changes === null || typeof changes !== 'object' || Array.isArray(changes)) return [];
  return Object.entries(changes)
    .map(([column, sides]) => ({ column, values: valuesOf(sides) }))
    .toSorted((a, b) => a.column.localeCompare(b.column));
}

function valuesOf(sides: Json | undefined): Change['values'] {
  if (!Array.isArray(sides)) return undefined;
  const [before = null, after = null] = sides;
  return { before, after };
}

/** The excerpt in a value; undefined if the value is none. */
export function excerptOf(value: Json): Excerpt | undefined {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined;
  const { excerpt, from, length } = value;
  const isOne =
    typeof excerpt === 'string' && typeof from === 'number' && typeof length === 'number';
  return isOne ? { excerpt, from, length } : undefined;
}

const suffix = /^(.+)_(en|fr|ar)$/;

/** A column's name without its language: `title_fr` is title, in French. */
export function columnParts(column: string): { name: string; language: string | undefined } {
  const [, name = column, language] = suffix.exec(column) ?? [];
  return { name, language };
}
