import { fold } from '../../ui/fold';

/**
 * The conditions of a search in a view whose texts the server keeps folded, with an index of their
 * letters and pairs of letters (schema/0006_book_orders.sql): any
 * part of a word is found among 100,000 rows in some milliseconds, in each script.
 */
export type FoldedFilter =
  readonly ['pieces', 'cs', string] | readonly ['search_text', 'like', string];

/** The conditions for a text as typed; none where there is nothing in it to look for. */
export function foldedSearch(typed: string): FoldedFilter[] {
  const text = fold(withoutPrefix(typed.trim()));
  if (text === '') return [];
  const pieces: FoldedFilter = ['pieces', 'cs', `{${piecesOf(text).map(quoted).join(',')}}`];
  // One letter, or two, is a piece itself: nothing is left to compare.
  return Array.from(text).length <= 2
    ? [pieces]
    : [pieces, ['search_text', 'like', `%${literal(text)}%`]];
}

const easternDigits = '٠١٢٣٤٥٦٧٨٩';

/**
 * Phone numbers are kept as +212612345678 and typed as "06 12 34", orders are numbered BO17…: signs
 * between digits and what stands before all of them are not looked for.
 */
function withoutPrefix(typed: string): string {
  const text = typed.replace(/[٠-٩]/g, (digit) => String(easternDigits.indexOf(digit)));
  if (/^bo\s*\d+$/i.test(text)) return text.replace(/\D/g, '');
  if (!/^\+?[\d\s().-]*\d[\d\s().-]*$/.test(text)) return text;
  const digits = text.replace(/\D/g, '');
  return digits.replace(/^(?:00)?212(?=\d)/, '').replace(/^0+(?=\d)/, '');
}

/** Its pairs of neighbours; of a single letter that letter. */
function piecesOf(text: string): string[] {
  const letters = Array.from(text);
  if (letters.length < 2) return letters;
  return [...new Set(letters.slice(1).map((letter, at) => `${letters[at]}${letter}`))];
}

const quoted = (piece: string) => `"${piece.replace(/["\\]/g, String.raw`\$&`)}"`;

// PostgREST reads every * as %, and it cannot be escaped: any one character stands in for it.
const literal = (text: string) => text.replace(/[\\%_]/g, String.raw`\$&`).replaceAll('*', '_');
