/** A mailto link. Line ends are CRLF (RFC 6068). */
export function mailLink(to: string, subject: string, body: string): string {
  const crlf = body.replace(/\r?\n/g, '\r\n');
  const address = encodeURIComponent(to).replace('%40', '@');
  return `mailto:${address}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(crlf)}`;
}

/** The longest URL that some mail programs on Windows accept. Characters. */
export const maxMailLinkLength = 2000;

/** The first phone number in a message, as written; '' for none. */
export const phoneIn = (text: string): string =>
  /(?:\+|00)\d[\d\s().-]{7,18}\d|\b0[5-8](?:[\s.-]?\d){8}\b/.exec(text)?.[0] ?? '';
