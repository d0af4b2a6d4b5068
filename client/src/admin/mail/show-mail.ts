/**
 * Shows the HTML of an e-mail in a shadow root of `host`, apart from the styles of the page. The
 * Content-Security-Policy blocks style attributes, but not declarations that a script sets. The style
 * element is left out: it is for dark screens of mail programs.
 */
export function showMail(host: HTMLElement, html: string): void {
  // The server escapes quotes in texts, so this is always an attribute.
  const parsed = new DOMParser().parseFromString(
    html.replaceAll(/<style>[\s\S]*?<\/style>/g, '').replaceAll(' style="', ' data-style="'),
    'text/html',
  );
  const page = document.createElement('div');
  page.lang = parsed.documentElement.lang;
  page.dir = parsed.documentElement.dir;
  page.dataset['style'] = parsed.body.dataset['style'] ?? '';
  page.append(...parsed.body.childNodes);
  for (const element of [page, ...page.querySelectorAll<HTMLElement>('[data-style]')]) {
    element.style.cssText = element.dataset['style'] ?? '';
    delete element.dataset['style'];
  }
  for (const link of page.querySelectorAll('a')) {
    link.target = '_blank';
    link.rel = 'noreferrer';
  }
  (host.shadowRoot ?? host.attachShadow({ mode: 'open' })).replaceChildren(page);
}
