import { fold } from '@/ui/fold';

/**
 * The filters of a search in a view with folded texts and an index of their bigrams
 * (schema/0006_book_orders.sql): any part of a word is found among 100,000 rows in milliseconds, in every
 * script.
 */
export type FoldedFilter =
  readonly ['pieces', 'cs', string] | readonly ['search_text', 'like', string];

/** The filters for a search text; none for an empty text. */
export function foldedSearch(typed: string): FoldedFilter[] {
  const text = fold(withoutPrefix(typed.trim()));
  if (text === '') return [];
  const pieces: FoldedFilter = ['pieces', 'cs', `{${piecesOf(text).map(quoted).join(',')}}`];
  // Up to two letters are one entry of the index: no further comparison is needed.
  return Array.from(text).length <= 2
    ? [pieces]
    : [pieces, ['search_text', 'like', `%${literal(text)}%`]];
}

const easternDigits = '٠١٢٣٤٥٦٧٨٩';

/**
 * Phone numbers are stored as +212612345678 and typed as "06 12 34"; order numbers start with BO:
 * separators between digits and the prefix are removed.
 */
function withoutPrefix(typed: string): string {
  const text = typed.replace(/[٠-٩]/g, (digit) => String(easternDigits.indexOf(digit)));
  if (/^bo\s*\d+$/i.test(text)) return text.replace(/\D/g, '');
  if (!/^\+?[\d\s().-]*\d[\d\s().-]*$/.test(text)) return text;
  const digits = text.replace(/\D/g, '');
  return digits.replace(/^(?:00)?212(?=\d)/, '').replace(/^0+(?=\d)/, '');
}

/** The bigrams of a text; for a single letter that letter. */
function piecesOf(text: string): string[] {
  const letters = Array.from(text);
  if (letters.length < 2) return letters;
  return [...new Set(letters.slice(1).map((letter, at) => `${letters[at]}${letter}`))];
}

const quoted = (piece: string) => `"${piece.replace(/["\\]/g, String.raw`\$&`)}"`;

// PostgREST reads every * as %, and it cannot be escaped: `_` (any character) replaces it.
const literal = (text: string) => text.replace(/[\\%_]/g, String.raw`\$&`).replaceAll('*', '_');
