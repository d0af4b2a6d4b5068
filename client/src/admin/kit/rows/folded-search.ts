import { fold } from '@/shared/i18n/fold';
import { anywhere } from './search';

/**
 * The filters of a search in a view with folded texts and an index of their bigrams
 * (schema/0006_book_orders.sql): any part of a word is found among 100,000 rows in milliseconds, in every
 * script. Several words are found in any order.
 */
export type FoldedFilter =
  readonly ['pieces', 'cs', string] | readonly ['search_text', 'like', string];

/** The conditions of a search in the view: all pieces are contained, and every pattern of LIKE matches. */
export type FoldedWords = { pieces: string[]; patterns: string[] };

/** The bigrams and patterns of a search text; undefined for an empty text. */
export function foldedWords(typed: string): FoldedWords | undefined {
  const words = searchWords(typed);
  if (words.length === 0) return undefined;
  return {
    pieces: [...new Set(words.flatMap(piecesOf))],
    // Up to two letters are one entry of the index: no further comparison is needed.
    patterns: words.filter((word) => Array.from(word).length > 2).map(anywhere),
  };
}

/** The filters for a search text; none for an empty text. */
export function foldedSearch(typed: string): FoldedFilter[] {
  const words = foldedWords(typed);
  if (words === undefined) return [];
  return [
    ['pieces', 'cs', `{${words.pieces.map(quoted).join(',')}}`],
    ...words.patterns.map((pattern) => ['search_text', 'like', pattern] as const),
  ];
}

const isNumber = (word: string) => /^\+?[().-]*\d[\d().-]*$/.test(word);

/**
 * The words of a search. Phone numbers are stored as +212612345678 and typed as "06 12 34", also beside a
 * name; order numbers start with BO: separators between digits and the prefix are removed.
 */
function searchWords(typed: string): string[] {
  const text = fold(typed).trim();
  if (/^bo\s*\d+$/.test(text)) return [text.replace(/\D/g, '')];
  const words = text.split(/\s+/).filter(Boolean);
  if (words.length > 0 && words.every(isNumber)) return [dialled(words.join(''))];
  const found: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const length = words.slice(at).findIndex((word) => !isNumber(word));
    const run = length === -1 ? words.slice(at) : words.slice(at, at + length);
    const digits = run.join('').replace(/\D/g, '');
    if (/^[+(]?[0+]/.test(run[0] ?? '') && digits.length >= 6) {
      found.push(dialled(digits));
      at += run.length - 1;
    } else {
      found.push(words[at] ?? '');
    }
  }
  return found;
}

/** The digits of a number that are stored, however it is dialled. */
const dialled = (number: string) =>
  number
    .replace(/\D/g, '')
    .replace(/^(?:00)?212(?=\d)/, '')
    .replace(/^0+(?=\d)/, '');

/** The bigrams of a text; for a single letter that letter. */
function piecesOf(text: string): string[] {
  const letters = Array.from(text);
  if (letters.length < 2) return letters;
  return [...new Set(letters.slice(1).map((letter, at) => `${letters[at]}${letter}`))];
}

const quoted = (piece: string) => `"${piece.replace(/["\\]/g, String.raw`\$&`)}"`;
