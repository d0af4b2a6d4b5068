import { describe, expect, it } from 'vitest';
import { showMail } from './show-mail';

const html = `<!doctype html><html lang="ar" dir="rtl"><head><title>T</title><style>p { color: blue }</style></head>
<body style="color: red"><p style="margin: 0px">say &#34;a style=&#34;b&#34;</p><a href="/x">link</a></body></html>`;

describe('the preview of an e-mail', () => {
  it('has its language, direction and styles, apart from the page', () => {
    const host = document.createElement('div');
    showMail(host, html);
    const page = host.shadowRoot?.querySelector('div');
    expect(page?.lang).toBe('ar');
    expect(page?.dir).toBe('rtl');
    expect(page?.style.color).toBe('red');
    const paragraph = page?.querySelector('p');
    expect(paragraph?.style.margin).toBe('0px');
    expect(paragraph?.textContent).toBe('say "a style="b"');
    expect(page?.querySelector('style')).toBeNull();
  });

  it('opens links in another tab, and is replaced by the next', () => {
    const host = document.createElement('div');
    showMail(host, html);
    showMail(host, html);
    const links = [...(host.shadowRoot?.querySelectorAll('a') ?? [])];
    expect(links.map(({ target }) => target)).toEqual(['_blank']);
  });
});
