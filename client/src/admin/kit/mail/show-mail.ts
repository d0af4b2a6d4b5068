/**
 * Shows the HTML of an e-mail in a shadow root of `host`, apart from the styles of the page. The style
 * element is left out: it is for dark screens of mail programs.
 */
export function showMail(host: HTMLElement, html: string): void {
  const parsed = new DOMParser().parseFromString(
    html.replaceAll(/<style>[\s\S]*?<\/style>/g, ''),
    'text/html',
  );
  const page = document.createElement('div');
  page.lang = parsed.documentElement.lang;
  page.dir = parsed.documentElement.dir;
  page.style.cssText = parsed.body.style.cssText;
  page.append(...parsed.body.childNodes);
  for (const link of page.querySelectorAll('a')) {
    link.target = '_blank';
    link.rel = 'noreferrer';
  }
  (host.shadowRoot ?? host.attachShadow({ mode: 'open' })).replaceChildren(page);
}
