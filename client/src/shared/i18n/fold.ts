// Letters, digits and punctuation that are typed in several ways, each with the form that is compared.
const variants: readonly (readonly [from: string, to: string])[] = [
  ['\u2019\u2018\u02BC\u2032\u00B4`', "'"],
  ['\u201C\u201D\u201E\u00AB\u00BB', '"'],
  ['\u2010\u2011\u2012\u2013\u2014\u2212', '-'],
  ['\u00A0\u202F\u2009\u2007', ' '],
  ['\u0649\u06CC', '\u064A'],
  ['\u0629', '\u0647'],
  ['\u0671', '\u0627'],
  ['\u06A9\u06AF\u06AD', '\u0643'],
  ['øØ', 'o'],
  ['łŁ', 'l'],
  ['đĐ', 'd'],
  ['ı', 'i'],
  ['œŒ', 'oe'],
  ['æÆ', 'ae'],
  ['ß', 'ss'],
];
const forms = new Map(variants.flatMap(([from, to]) => Array.from(from, (each) => [each, to])));
const typed = new RegExp(`[${[...forms.keys()].join('')}]`, 'gu');

const digit = (letter: string) => String((letter.codePointAt(0) ?? 0) & 0xf);

/**
 * Folds a text for comparison: lower case, no accents or vowel signs, one form of apostrophes, hyphens,
 * spaces and digits, and of Arabic letters that are often interchanged. The server's search folds in the same
 * way (private.folded in schema/0006_book_orders.sql); both are tested with fold-cases.json.
 */
export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036F]|\u0640|[\u064B-\u065F]|\u0670/gu, '')
    .replace(typed, (letter) => forms.get(letter) ?? letter)
    .replace(/[\u0660-\u0669\u06F0-\u06F9]/gu, digit)
    .toLowerCase();

/** A name for comparison: folded, with spaces for hyphens and apostrophes. */
export const foldName = (name: string): string =>
  fold(name)
    .replaceAll(/[\s'-]+/g, ' ')
    .trim();

/** The words of a search text, folded. */
export const wordsOf = (query: string): string[] => fold(query).split(/\s+/).filter(Boolean);

/** Whether a text contains every word of a search, ignoring accents; true of a search without words. */
export function hasEveryWord(text: string, query: string): boolean {
  const folded = fold(text);
  return wordsOf(query).every((word) => folded.includes(word));
}
