import DOMPurify from 'dompurify';

/** A heading of an article, with the address by which the table of contents reaches it. */
export type Part = { id: string; text: string };

/** An article that is safe to put into a page. */
export type Article = { html: string; parts: Part[] };

const tags =
  'h1 h2 h3 h4 p br hr ul ol li blockquote cite q strong b em i u s sub sup mark small abbr time bdi ' +
  'a img figure figcaption pre code kbd span table caption thead tbody tfoot tr th td';
const attributes =
  'href src alt title width height lang dir datetime cite colspan rowspan scope start reversed';

/**
 * Cleans the HTML that an editor wrote and readies it for reading: no title but the page's own, headings
 * that can be pointed to, pictures that load late, tables that scroll alone. The server cleans the same
 * text when it sends the page; here nothing that arrived since then is trusted either.
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
  const parts = nameParts(content);
  for (const image of content.querySelectorAll('img')) loadLate(image);
  for (const link of content.querySelectorAll('a[href]')) markForeign(link);
  for (const wide of content.querySelectorAll('table, pre')) letScroll(wide);
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

// Numbered, because two headings may read the same, and Arabic ones would make long addresses.
function nameParts(content: DocumentFragment): Part[] {
  return [...content.querySelectorAll('h2')].map((heading, at) => {
    heading.id = `part-${at + 1}`;
    heading.tabIndex = -1;
    return { id: heading.id, text: heading.textContent.trim() };
  });
}

function loadLate(image: HTMLImageElement): void {
  image.loading = 'lazy';
  image.decoding = 'async';
  if (!image.hasAttribute('alt')) image.alt = '';
}

function markForeign(link: Element): void {
  if (/^https?:/.test(link.getAttribute('href') ?? '')) link.setAttribute('rel', 'noreferrer');
}

// A region that scrolls must be reachable by keyboard (WCAG 2.1.1).
function letScroll(wide: Element): void {
  const frame = document.createElement('div');
  frame.className = 'article-wide';
  frame.tabIndex = 0;
  wide.replaceWith(frame);
  frame.append(wide);
}
