import DOMPurify from 'dompurify';
import { srcSetOf } from '@/shared/ui/photo-renderings';

/** A heading of an article and its id, for the table of contents. */
export type Part = { id: string; text: string };

/** Sanitized HTML of an article, and its headings. */
export type Article = { html: string; parts: Part[] };

const tags =
  'h1 h2 h3 h4 p br hr ul ol li blockquote cite q strong b em i u s sub sup mark small abbr time bdi ' +
  'a img figure figcaption pre code kbd span table caption thead tbody tfoot tr th td';
const attributes =
  'href src alt title width height lang dir datetime cite colspan rowspan scope start reversed';

/** Sanitizes HTML; the server's interpreter has this function of the Go program, as it has no DOM. */
declare const hostSanitize: (html: string) => string;

/**
 * Sanitizes the HTML of a post and prepares it for display: h1 becomes h2, h2 get ids, images are
 * lazy-loaded, tables scroll by themselves. The server sanitizes it too; the client trusts no response.
 */
export function articleOf(source: string): Article {
  return prepare(DOMPurify.isSupported ? sanitize(source) : hostSanitize(source));
}

const sanitize = (source: string): string =>
  DOMPurify.sanitize(source, {
    ALLOWED_TAGS: tags.split(' '),
    ALLOWED_ATTR: attributes.split(' '),
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  });

// Text, as the server has no DOM. It is what a serializer wrote: quotes in attributes are escaped, and all that was
// opened is closed.
const tag = /<(\/?)(h1|h2|img|a|table|pre)((?: [\w-]+="[^"]*")*) ?\/?>/g;
const heading = /<h2 id="([^"]*)"[^>]*>(.*?)<\/h2>/gs;

function prepare(clean: string): Article {
  let headings = 0;
  const html = clean.replace(tag, (_, slash: string, name: string, own: string) => {
    const isEnd = slash !== '';
    if (name === 'table' || name === 'pre')
      return isEnd ? `</${name}></div>` : `${wide}<${name}${own}>`;
    if (name === 'img') {
      const alt = own.includes(' alt="') ? '' : ' alt=""';
      return `<img${own}${alt}${variantsOf(own)} loading="lazy" decoding="async">`;
    }
    if (name === 'a') return isEnd ? '</a>' : `<a${own}${isAway(own) ? ' rel="noreferrer"' : ''}>`;
    if (isEnd) return '</h2>';
    headings += 1;
    // Numbered ids: two headings may have the same text, and Arabic text makes long URLs.
    return `<h2 id="part-${headings}"${own.replace(/ id="[^"]*"/, '')} tabindex="-1">`;
  });
  const parts = [...html.matchAll(heading)].map(([, id = '', text = '']) => ({
    id,
    text: plain(text),
  }));
  return { html, parts };
}

const libraryFile =
  / src="\/storage\/v1\/object\/public\/media\/([0-9a-f-]{36}\/[0-9a-f-]{36}\.(?:jpg|png|webp))"/;

/** The attributes with which the browser chooses among several widths of a picture of the library. */
function variantsOf(own: string): string {
  const path = libraryFile.exec(own)?.[1];
  const width = Number(/ width="(\d+)"/.exec(own)?.[1] ?? 0);
  if (path === undefined || width === 0) return '';
  return ` srcset="${srcSetOf({ path, width })}" sizes="min(90vw, 45.5rem)"`;
}

// A region that scrolls must be reachable by keyboard (WCAG 2.1.1).
const wide = '<div class="article-wide" tabindex="0">';

const isAway = (own: string) => / href="https?:/.test(own);

const characters: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&nbsp;': '\u00A0',
  '&quot;': '"',
  '&#34;': '"',
  '&#39;': "'",
};

const plain = (html: string): string =>
  html
    .replaceAll(/<(?:"[^"]*"|[^">])*>/g, '')
    .replaceAll(/&(?:lt|gt|amp|nbsp|quot|#34|#39);/g, (entity) => characters[entity] ?? entity)
    .trim();
