/** Whether a link target is allowed: http(s), mailto, tel, and paths of this site. */
export const isLinkAddress = (address: string): boolean =>
  /^(https?:\/\/\S+|mailto:\S+|tel:\+?[\d\s().-]+|\/(?!\/)\S*|#\S+)$/i.test(address);

/** Completes a typed address: https for a host name, mailto for an e-mail; undefined if invalid. */
export function linkAddress(typed: string): string | undefined {
  const text = typed.trim();
  if (isLinkAddress(text)) return text;
  if (/^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/.test(text)) return `mailto:${text}`;
  if (/^[^\s:/]+\.[^\s:/]{2,}(\/\S*)?$/.test(text)) return `https://${text}`;
  return undefined;
}
