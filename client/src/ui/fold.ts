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
