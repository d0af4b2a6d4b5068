/** 4,9 and ٤٫٩ are 4.9: digits and decimal signs as people of three languages type them. */
function toAsciiDigits(typed: unknown): string {
  const text = typeof typed === 'number' || typeof typed === 'string' ? String(typed) : '';
  return text
    .replace(/[٠-٩]/g, (digit) => String('٠١٢٣٤٥٦٧٨٩'.indexOf(digit)))
    .replace(/[\s\u00a0\u202f]/g, '')
    .replace(/[,٫]/g, '.');
}

/** A whole number as typed; null where nothing is, NaN where no whole number is. */
export function wholeNumber(typed: unknown): number | null {
  const text = toAsciiDigits(typed);
  if (text === '') return null;
  return /^[-+]?\d+$/.test(text) ? Number.parseInt(text, 10) : Number.NaN;
}

/** A number with decimals as typed; null where nothing is, NaN where no number is. */
export function decimalNumber(typed: unknown): number | null {
  const text = toAsciiDigits(typed);
  if (text === '') return null;
  return /^[-+]?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
}
