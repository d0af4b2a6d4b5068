/**
 * A text for comparison: without case, accents and vowel signs, with one form of each Arabic letter that
 * is often typed as another. The search of the server folds in the same way (schema/0006_book_orders.sql).
 */
export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036F]|\u0640|[\u064B-\u065F]|\u0670/gu, '')
    .replaceAll('\u0649', '\u064A')
    .replaceAll('\u0629', '\u0647')
    .toLowerCase();
