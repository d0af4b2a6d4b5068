/** Addresses that a link may lead to: pages, mail, telephone, and places of this site. */
export const isLinkAddress = (address: string): boolean =>
  /^(https?:\/\/\S+|mailto:\S+|tel:\+?[\d\s().-]+|\/(?!\/)\S*|#\S+)$/i.test(address);

/** What was typed as an address: a bare name of a site gets its https, one of a mailbox its mailto. */
export function linkAddress(typed: string): string | undefined {
  const text = typed.trim();
  if (isLinkAddress(text)) return text;
  if (/^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/.test(text)) return `mailto:${text}`;
  if (/^[^\s:/]+\.[^\s:/]{2,}(\/\S*)?$/.test(text)) return `https://${text}`;
  return undefined;
}
