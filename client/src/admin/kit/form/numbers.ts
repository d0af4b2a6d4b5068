/** A text with Western digits in place of Arabic ones. */
export const westernDigits = (text: string): string =>
  text.replace(/[٠-٩]/g, (digit) => String('٠١٢٣٤٥٦٧٨٩'.indexOf(digit)));

/** Converts Arabic digits and decimal separators: 4,9 and ٤٫٩ become 4.9. */
function toAsciiDigits(typed: unknown): string {
  const text = typeof typed === 'number' || typeof typed === 'string' ? String(typed) : '';
  return westernDigits(text)
    .replace(/[\s\u00a0\u202f]/g, '')
    .replace(/[,٫]/g, '.');
}

/** Parses an integer; null for an empty text, NaN for anything else. */
export function wholeNumber(typed: unknown): number | null {
  const text = toAsciiDigits(typed);
  if (text === '') return null;
  return /^[-+]?\d+$/.test(text) ? Number.parseInt(text, 10) : Number.NaN;
}

/** Parses a decimal number; null for an empty text, NaN for anything else. */
export function decimalNumber(typed: unknown): number | null {
  const text = toAsciiDigits(typed);
  if (text === '') return null;
  return /^[-+]?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
}
