const searched = ['buyer_name', 'buyer_email', 'order_number', 'shipping_city'] as const;

/**
 * The condition for `.or()` that finds a text in a name, an e-mail, a number, a city or a phone number.
 * The text is data in two languages at once, PostgREST's and LIKE's, so what either reads as a sign is escaped.
 */
export function searchCondition(text: string): string {
  const conditions = searched.map((column) => `${column}.ilike.${anywhere(text)}`);
  return [...conditions, `buyer_phone.ilike.${anywhere(phoneDigits(text))}`].join(',');
}

/** PostgREST reads every * as %, and it cannot be escaped: any one character stands in for it. */
function anywhere(text: string): string {
  const literal = text.replace(/[\\%_]/g, String.raw`\$&`).replaceAll('*', '_');
  return quoted(`%${literal}%`);
}

const quoted = (value: string) => `"${value.replace(/["\\]/g, String.raw`\$&`)}"`;

/** Numbers are kept as +212612345678 and typed as "06 12 34": spaces and the leading 0 are not looked for. */
function phoneDigits(text: string): string {
  return /^[+\d\s().-]+$/.test(text)
    ? text.replace(/[\s().-]/g, '').replace(/^0+(?=\d)/, '')
    : text;
}
