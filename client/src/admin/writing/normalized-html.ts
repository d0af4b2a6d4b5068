/** Normalizes HTML: the server writes entities and spaces in its own way. */
export function normalizedHTML(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return body.innerHTML.replaceAll(/>\s+</g, '><').trim();
}
