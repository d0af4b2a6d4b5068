import DOMPurify from 'dompurify';

/** A heading of an article and its id, for the table of contents. */
export type Part = { id: string; text: string };

/** Sanitized HTML of an article, and its headings. */
export type Article = { html: string; parts: Part[] };

const tags =
  'h1 h2 h3 h4 p br hr ul ol li blockquote cite q strong b em i u s sub sup mark small abbr time bdi ' +
  'a img figure figcaption pre code kbd span table caption thead tbody tfoot tr th td';
const attributes =
  'href src alt title width height lang dir datetime cite colspan rowspan scope start reversed';

/**
 * Sanitizes the HTML of a post and prepares it for display: h1 becomes h2, h2 get ids, images are
 * lazy-loaded, tables scroll by themselves. The server sanitizes it too; the client trusts no response.
 */
export function articleOf(source: string): Article {
  if (!DOMPurify.isSupported) return { html: '', parts: [] };
  const content = DOMPurify.sanitize(source, {
    ALLOWED_TAGS: tags.split(' '),
    ALLOWED_ATTR: attributes.split(' '),
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  demoteTitles(content);
  const parts = addIds(content);
  for (const image of content.querySelectorAll('img')) lazyLoad(image);
  for (const link of content.querySelectorAll('a[href]')) setNoReferrer(link);
  for (const wide of content.querySelectorAll('table, pre')) wrapScrollable(wide);
  const holder = document.createElement('div');
  holder.append(content);
  return { html: holder.innerHTML, parts };
}

function demoteTitles(content: DocumentFragment): void {
  for (const title of content.querySelectorAll('h1')) {
    const heading = document.createElement('h2');
    heading.append(...title.childNodes);
    title.replaceWith(heading);
  }
}

// Numbered ids: two headings may have the same text, and Arabic text makes long URLs.
function addIds(content: DocumentFragment): Part[] {
  return [...content.querySelectorAll('h2')].map((heading, at) => {
    heading.id = `part-${at + 1}`;
    heading.tabIndex = -1;
    return { id: heading.id, text: heading.textContent.trim() };
  });
}

function lazyLoad(image: HTMLImageElement): void {
  image.loading = 'lazy';
  image.decoding = 'async';
  if (!image.hasAttribute('alt')) image.alt = '';
}

function setNoReferrer(link: Element): void {
  if (/^https?:/.test(link.getAttribute('href') ?? '')) link.setAttribute('rel', 'noreferrer');
}

// A region that scrolls must be reachable by keyboard (WCAG 2.1.1).
function wrapScrollable(wide: Element): void {
  const frame = document.createElement('div');
  frame.className = 'article-wide';
  frame.tabIndex = 0;
  wide.replaceWith(frame);
  frame.append(wide);
}
