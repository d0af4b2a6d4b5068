/**
 * Folds a text for comparison: lower case, no accents or vowel signs, one form of Arabic letters that are
 * often interchanged. The server's search folds in the same way (schema/0006_book_orders.sql).
 */
export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036F]|\u0640|[\u064B-\u065F]|\u0670/gu, '')
    .replaceAll('\u0649', '\u064A')
    .replaceAll('\u0629', '\u0647')
    .toLowerCase();

/** The words of a search text, folded. */
export const wordsOf = (query: string): string[] => fold(query).split(/\s+/).filter(Boolean);

/** Whether a text contains every word of a search, ignoring accents; true of a search without words. */
export function hasEveryWord(text: string, query: string): boolean {
  const folded = fold(text);
  return wordsOf(query).every((word) => folded.includes(word));
}
