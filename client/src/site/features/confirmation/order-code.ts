/** The `order` parameter of the URL. */
export type OrderCode = { kind: 'order' | 'demo' | 'invalid'; code: string } | { kind: 'none' };

/** Parses `?order=`: an order number, a code of the demonstration, or an invalid text. */
export function orderCode(query: string | null): OrderCode {
  const code = (query ?? '').trim();
  if (code === '') return { kind: 'none' };
  if (/^BO\d{14,16}$/.test(code)) return { kind: 'order', code };
  if (/^DEMO-[2-9A-Z]{6}$/.test(code)) return { kind: 'demo', code };
  return { kind: 'invalid', code: code.slice(0, 40) };
}
